/** What a user may write into `lost200.config.*`. Everything is plain data and optional; `resolve.ts` makes `Settings` of it. */
import type { EffectRule } from '../../simulator/lifecycles/lifecycle.ts';
import type { Json, JsonObject } from '../../simulator/json.ts';

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
        readonly headers?: Readonly<Record<string, string>> | undefined;
      }
    | undefined;
  readonly sql?:
    | {
        readonly database: string;
        readonly state?: string | undefined;
        readonly effects?: string | undefined;
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
      }
    >
  >;
  readonly start: readonly string[];
  readonly next?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly payload?: JsonObject | undefined;
  readonly stateNames?: Readonly<Record<string, string>> | undefined;
}

export interface UserConfig {
  readonly $schema?: string | undefined;
  readonly url?: string | undefined;
  readonly exec?: string | ExecConfig | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly secret?: OneOrMore | undefined;
  readonly profile?: string | undefined;
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
  readonly arrange?: HookConfig | undefined;
  readonly cleanup?: HookConfig | undefined;
  readonly drain?: HookConfig | undefined;
  readonly ids?: { readonly object?: string | undefined; readonly event?: string | undefined } | undefined;
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
