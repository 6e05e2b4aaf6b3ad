/** What a user may write into `lost200.config.*`. Everything is plain data and optional; `resolve.ts` makes `Settings` of it. */
import type { EffectRule } from '../../simulator/lifecycles/lifecycle.ts';
import type { Draw, ValueRule } from '../../simulator/lifecycles/value-rule.ts';
import type { Json, JsonObject } from '../../simulator/json.ts';
import type { FixtureConfig, ProfileConfig } from './profile-config.ts';

/** Milliseconds as a number, or text with a unit: `500ms`, `30s`, `2m`, `1h`. At most 24 hours. */
export type Duration = number | string;

/** One or several. */
export type OneOrMore = string | readonly string[];

export interface ExecConfig {
  readonly command: string;
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** A path that answers below 500 once the receiver is ready (default: ready when the port accepts a connection). */
  readonly ready?:
    string | { readonly path?: string | undefined; readonly timeout?: Duration | undefined } | undefined;
  readonly stopTimeout?: Duration | undefined;
}

/** A GET whose JSON answer holds what is looked for at a JSONPath. */
export type Lookup = string | { readonly url: string; readonly path?: string | undefined };

export interface ObserveConfig {
  /** A program that answers on standard output what it is asked on standard input; see docs/observing.md. */
  readonly command?:
    | string
    | {
        readonly command: string;
        readonly env?: Readonly<Record<string, string | number | boolean>> | undefined;
        /** How long one read may take; at most a minute. */
        readonly timeout?: Duration | undefined;
      }
    | undefined;
  /** A module's default or named export: `./observer.mjs`, `./observer.ts#create`; relative to the config file. */
  readonly module?:
    string | { readonly module: string; readonly options?: JsonObject | undefined } | undefined;
  readonly http?:
    | {
        readonly state?: Lookup | undefined;
        readonly effects?: Lookup | undefined;
        readonly values?: Lookup | undefined;
        readonly headers?: Readonly<Record<string, string>> | undefined;
      }
    | undefined;
  /** The receiver's tables, without a query. Tables are named as in the report: `table`, or `schema.table`. */
  readonly tables?:
    | {
        /** `postgres://…`, `mysql://…`, `sqlite:` and a path, or a path. */
        readonly database: string;
        /** Tables whose rows are effects, one each. */
        readonly judge?: readonly string[] | undefined;
        /** Tables that are the receiver's own book-keeping. */
        readonly ignore?: readonly string[] | undefined;
        /** Only tables of these schemas are read. */
        readonly schemas?: readonly string[] | undefined;
        /** `table.column` with an object's state. */
        readonly state?: string | undefined;
        /** `table.column` that are not to be shown or compared. */
        readonly mask?: readonly string[] | undefined;
      }
    | undefined;
  readonly sql?:
    | {
        readonly database: string;
        readonly state?: string | undefined;
        readonly effects?: string | undefined;
        readonly values?: string | undefined;
      }
    | undefined;
}

/** Exactly one of the three. */
export interface HookConfig {
  readonly http?:
    | {
        readonly url: string;
        readonly method?: string | undefined;
        readonly headers?: Readonly<Record<string, string>> | undefined;
        /** Text as it is; anything else as JSON. */
        readonly body?: Json | undefined;
      }
    | undefined;
  /** `database` is the one of `observe.sql` when left out. */
  readonly sql?: { readonly database?: string | undefined; readonly query: string } | undefined;
  readonly command?: string | undefined;
}

/** A lifecycle as data; see `Lifecycle` for what the fields mean. */
export interface LifecycleConfig {
  readonly id: string;
  readonly title?: string | undefined;
  readonly facts: Readonly<
    Record<
      string,
      {
        readonly type: string;
        readonly state: string;
        readonly effects?:
          readonly { readonly kind: string; readonly when?: EffectRule['when'] | undefined }[] | undefined;
        readonly payload?: JsonObject | undefined;
        readonly timesMax?: number | undefined;
        readonly alsoAs?: readonly string[] | undefined;
      }
    >
  >;
  readonly start: readonly string[];
  readonly next?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly payload?: JsonObject | undefined;
  readonly stateNames?: Readonly<Record<string, string>> | undefined;
  readonly owned?: true | undefined;
  readonly draws?: Readonly<Record<string, Loose<Draw>>> | undefined;
  readonly values?: Readonly<Record<string, Loose<ValueRule>>> | undefined;
}

/** As the schema types it: an absent key may also be `undefined`. */
type Loose<T> = T extends unknown ? { readonly [K in keyof T]: T[K] | OrUndefined<T, K> } : never;
type OrUndefined<T, K extends keyof T> = Record<string, never> extends Pick<T, K> ? undefined : never;

/** Where the receiver's outgoing calls go, so that they are counted as effects. */
export interface SinkConfig {
  /** Variables of a receiver that `exec` starts: `NAME`, or `NAME=/path` behind the base URL. */
  readonly env?: OneOrMore | undefined;
  readonly port?: number | undefined;
  readonly token?: string | undefined;
  /** Headers or body fields that hold an idempotency key, beside the usual ones. */
  readonly keys?: OneOrMore | undefined;
  /** Globs over routes whose calls are no effects. */
  readonly ignore?: OneOrMore | undefined;
  /** Globs over routes whose calls are effects, whatever their names say. */
  readonly judge?: OneOrMore | undefined;
  readonly routes?:
    | readonly {
        readonly method?: string | undefined;
        /** A glob: `/v1/*`; for calls through the proxy `api.example/v1/*`. */
        readonly path: string;
        readonly status?: number | undefined;
        readonly body?: Json | undefined;
        readonly headers?: Readonly<Record<string, string>> | undefined;
      }[]
    | undefined;
  readonly smtp?:
    | true
    | {
        readonly env?:
          | {
              readonly url?: string | undefined;
              readonly host?: string | undefined;
              readonly port?: string | undefined;
            }
          | undefined;
        readonly port?: number | undefined;
      }
    | undefined;
  readonly proxy?:
    true | { readonly port?: number | undefined; readonly allow?: OneOrMore | undefined } | undefined;
}

export interface UserConfig {
  readonly $schema?: string | undefined;
  readonly url?: string | undefined;
  readonly exec?: string | ExecConfig | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The newest first. `none` where the profile signs nothing. */
  readonly secret?: OneOrMore | undefined;
  /** What the receiver once accepted and must refuse now. */
  readonly expiredSecret?: OneOrMore | undefined;
  /** The id of a built-in profile, one with parts of it changed, or one of the user's own. */
  readonly profile?: string | ProfileConfig | undefined;
  /** Bodies that the user's provider once sent, in files beside the config. */
  readonly fixtures?: readonly FixtureConfig[] | undefined;
  /** File of a JSON Schema (draft-07) that every body is checked with before the run. */
  readonly bodySchema?: string | undefined;
  readonly lifecycle?: string | LifecycleConfig | undefined;
  /** The receiver's own names for the lifecycle's states: `{ PAID: 'paid' }`; for a built-in lifecycle too. */
  readonly stateNames?: Readonly<Record<string, string>> | undefined;
  readonly only?: OneOrMore | undefined;
  readonly seed?: string | number | undefined;
  readonly seeds?: number | undefined;
  readonly repeat?: number | undefined;
  readonly timeout?: Duration | undefined;
  readonly quietFloor?: Duration | undefined;
  /** `1h=1s`: an hour of the provider takes a second. */
  readonly pace?: string | undefined;
  readonly settle?: { readonly timeout?: Duration | undefined } | undefined;
  readonly concurrency?: number | undefined;
  readonly observe?: ObserveConfig | undefined;
  readonly sink?: SinkConfig | undefined;
  /** By id: a function in a module (`./checks.mjs#name`) or a program, each of which becomes the invariant `check:<id>`. */
  readonly checks?:
    | Readonly<
        Record<string, { readonly module?: string | undefined; readonly command?: string | undefined }>
      >
    | undefined;
  readonly arrange?: HookConfig | undefined;
  readonly cleanup?: HookConfig | undefined;
  readonly drain?: HookConfig | undefined;
  readonly ids?:
    | {
        readonly object?: string | undefined;
        readonly event?: string | undefined;
        readonly owner?: string | undefined;
        readonly part?: string | undefined;
      }
    | undefined;
  readonly fixed?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly providerApi?:
    { readonly port?: number | undefined; readonly token?: string | undefined } | undefined;
  readonly allowHost?: OneOrMore | undefined;
  readonly namespace?: string | undefined;
  readonly out?: string | undefined;
  /** `name` or `name=path`, or both as an object. */
  readonly reporters?:
    readonly (string | { readonly name: string; readonly path?: string | undefined })[] | undefined;
  readonly strict?: boolean | undefined;
  readonly accept?: OneOrMore | undefined;
  readonly require?: OneOrMore | undefined;
}

/** Gives an editor the types of a config file written in TypeScript or JavaScript. */
export function defineConfig(config: UserConfig): UserConfig {
  return config;
}
