/** The settings of a run after defaults, config file and command line were merged and checked. Plain data. */
import type { Json, JsonObject } from '../../simulator/json.ts';
import type { IdShapes } from '../../simulator/binding.ts';
import type { Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import type { ProfileConfig } from './profile-config.ts';

/** A call to something of the user's. Templates: `{objectId}`, `{fixed.<name>}`, `{namespace}`, `{port}`, `{env.<NAME>}`. */
export type Hook =
  | {
      readonly kind: 'http';
      readonly url: string;
      readonly method: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  | { readonly kind: 'sql'; readonly database: string; readonly query: string }
  | { readonly kind: 'command'; readonly command: string };

export interface HttpObserverSettings {
  /** `GET`; 404 means that there is no such object. Template: `{objectId}`. */
  readonly state?: { readonly url: string; readonly path: string };
  /** `GET` of a JSON array of `{ kind, eventId?, objectId?, key? }`. Template: `{eventId}` (one call per event) or `{objectId}`. */
  readonly effects?: { readonly url: string; readonly path: string };
  /** `GET` of a JSON object with values by name; 404: no such object. Template: `{objectId}` or `{ownerId}`. */
  readonly values?: { readonly url: string; readonly path: string };
  readonly headers: Readonly<Record<string, string>>;
}

export interface SqlObserverSettings {
  /** `postgres://…` */
  readonly database: string;
  /** One row with the state in its first column; no row means no such object. Templates become bind parameters. */
  readonly state?: string;
  /** Rows with the columns `kind`, `event_id`, `object_id`, `key` (all but `kind` optional). */
  readonly effects?: string;
  /** One row whose columns are values by name; no row: no such object. Template: `{objectId}` or `{ownerId}`. */
  readonly values?: string;
}

export interface CommandObserverSettings {
  /** Run by the shell, once for the whole run, in the folder where lost200 was started. */
  readonly command: string;
  /** Variables beside those that it inherits. */
  readonly env: Readonly<Record<string, string>>;
  /** Of one read. */
  readonly timeoutMs: number;
}

export interface ModuleObserverSettings {
  /** A path or a package's name, as it was written. */
  readonly specifier: string;
  readonly exportName: string;
  /** Absolute: where a relative path begins. */
  readonly folder: string;
  readonly options: JsonObject;
}

export interface TablesObserverSettings {
  /** `postgres://…`, `mysql://…`, or `sqlite:` and an absolute path. */
  readonly database: string;
  /** Kinds of tables, as shown. */
  readonly judge: readonly string[];
  readonly ignore: readonly string[];
  readonly schemas?: readonly string[];
  /** `kind.column` */
  readonly state?: string;
  readonly mask: readonly string[];
}

/** What the receiver is seen through; none is needed. */
export interface ObserveSettings {
  readonly http?: HttpObserverSettings;
  readonly sql?: SqlObserverSettings;
  readonly tables?: TablesObserverSettings;
  readonly command?: CommandObserverSettings;
  readonly module?: ModuleObserverSettings;
}

export interface SinkRoute {
  /** Unset: any. */
  readonly method?: string;
  /** A glob over the path below the sink's base URL; through the proxy, over host and path. */
  readonly path: string;
  readonly status: number;
  /** Text as it is; anything else as JSON. Unset: as without a route. */
  readonly body?: Json;
  readonly headers: Readonly<Record<string, string>>;
}

export interface SinkSettings {
  /** Variables of a receiver that `exec` starts, which get the sink's base URL and the path behind it. */
  readonly env: readonly { readonly name: string; readonly path: string }[];
  readonly port?: number;
  readonly token?: string;
  /** Further headers or body fields that hold an idempotency key. */
  readonly keys: readonly string[];
  /** Globs over routes whose calls are no effects, and over those that are although they look like questions. */
  readonly ignore: readonly string[];
  readonly judge: readonly string[];
  readonly routes: readonly SinkRoute[];
  readonly smtp?: {
    /** Names of variables; unset: `SMTP_URL`, `SMTP_HOST` and `SMTP_PORT`. */
    readonly env?: { readonly url?: string; readonly host?: string; readonly port?: string };
    readonly port?: number;
  };
  readonly proxy?: {
    readonly port?: number;
    /** Hosts to which calls are passed on. */
    readonly allow: readonly string[];
  };
}

/** A check of the user's own: see `harness/checks/check.ts`. */
export type CheckSettings =
  | {
      readonly kind: 'module';
      readonly id: string;
      readonly specifier: string;
      readonly exportName: string;
      /** Absolute: where a relative path begins. */
      readonly folder: string;
    }
  | { readonly kind: 'command'; readonly id: string; readonly command: string };

export interface ExecSettings {
  /** Run by the shell, in a process group of its own, with `PORT` and `LOST200_PROVIDER_API` in its environment. */
  readonly command: string;
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  /** Ready when this path of the receiver answers anything below 500; when unset, when the port accepts a connection. */
  readonly readyPath?: string;
  readonly readyTimeoutMs: number;
  readonly stopTimeoutMs: number;
}

/** A file of the user's. */
export interface NamedFile {
  /** As it was written. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

/** A body that the user's provider once sent. Places are JSONPaths; unset: where the profile's own body has it; none: nowhere. */
export interface FixtureSettings extends NamedFile {
  readonly fact?: string;
  readonly type?: string;
  readonly id?: readonly string[];
  readonly object?: readonly string[];
  readonly status?: readonly string[];
  readonly time?: readonly string[];
  /** A JSON Schema for bodies of this kind. */
  readonly schema?: NamedFile;
}

export interface Settings {
  /** Template: `{objectId}`, `{eventType}`, `{port}` (of the receiver that `exec` starts). */
  readonly url: string;
  readonly exec?: ExecSettings;
  readonly headers: Readonly<Record<string, string>>;
  /** The newest first. */
  readonly secrets: readonly string[];
  /** Those that the receiver once had and must not accept any more. */
  readonly expiredSecrets?: readonly string[];
  /** Everything that must not be shown anywhere, see `harness/redact.ts`. */
  readonly secretValues: readonly string[];
  /** Its id. */
  readonly profile: string;
  /** Set where the config changes a built-in profile, or describes one of its own; see `profileFor`. */
  readonly ownProfile?: ProfileConfig;
  readonly fixtures?: readonly FixtureSettings[];
  /** A JSON Schema for every body. */
  readonly bodySchema?: NamedFile;
  readonly lifecycle: Lifecycle;
  /** True when the user named or wrote it: what facts mean is then taken from there and not learned. */
  readonly lifecycleDeclared?: true;
  /** Globs over scenario ids; empty means all. */
  readonly only: readonly string[];
  readonly seed?: string;
  readonly seeds: number;
  /** How often a failure is replayed. */
  readonly repeat: number;
  /** Unset: the profile's. */
  readonly timeoutMs?: number;
  readonly quietFloorMs: number;
  /** Real milliseconds per virtual millisecond; unset: the virtual clock jumps. */
  readonly pace?: number;
  readonly settleTimeoutMs: number;
  /** How many plays share the storm. */
  readonly concurrency: number;
  readonly observe: ObserveSettings;
  /** Where the receiver's outgoing calls go; unset: nowhere of ours. */
  readonly sink?: SinkSettings;
  readonly checks: readonly CheckSettings[];
  readonly arrange?: Hook;
  readonly cleanup?: Hook;
  readonly drain?: Hook;
  /** Shapes by what they name. */
  readonly ids: IdShapes;
  readonly fixed: Readonly<Record<string, string>>;
  /** The provider API's fixed port and path token, for receivers that lost200 does not start. */
  readonly providerApi: { readonly port?: number; readonly token?: string };
  readonly allowHosts: readonly string[];
  readonly namespace?: string;
  readonly out: string;
  readonly reporters: readonly { readonly name: string; readonly path?: string }[];
  readonly strict: boolean;
  readonly accept: readonly string[];
  readonly require: readonly string[];
  /** How to name this configuration on a command line again: the config file, or the options that were given. Never a secret. */
  readonly replayArguments: readonly string[];
  /** The words before a plan's path on that command line; unset: `replay`. */
  readonly replayVerb?: readonly string[];
}
