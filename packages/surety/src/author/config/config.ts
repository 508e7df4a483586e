import type { CapabilityTag } from '@surety/tool-contracts'
import type { Ignored, Place } from '../contract-file.ts'

/** surety.yaml (or syrin.yaml), parsed; every path absolute, every default filled in. */
export interface Config {
  /** The file, or undefined without one. */
  readonly file: string | undefined
  /** The folder every path is relative to: the file's, or the one given on the command line. */
  readonly root: string
  readonly server: ServerConfig | undefined
  readonly check: CheckConfig
  /** Findings that belong to no tool and are known, and where each entry stands. */
  readonly ignore: readonly (Ignored & Place)[]
  readonly store: StoreConfig
  /** How long steps are kept, such as `90d`; for ever unless given. */
  readonly retention: string | undefined
  /** What each role may do; undefined where the file has no `roles`. */
  readonly roles: Readonly<Record<string, readonly CapabilityTag[]>> | undefined
  readonly tables: TablesConfig
  readonly studio: StudioConfig
}

/** What `surety studio` works on. */
export interface StudioConfig {
  /** The repository: where modules, memory files and what may be read are. */
  readonly root: string
  /** The folder of the memory files, relative to that. */
  readonly memoryDir: string
  /** Of callers without a token. */
  readonly role: string | undefined
}

/** What `surety tables` works on. */
export interface TablesConfig {
  /** Which tables there are; undefined: `tables.yaml` beside the file, or one of its other names. */
  readonly config: string | undefined
  /** Where the rows go: `tables.db` beside the file unless given. */
  readonly store: StoreConfig
  /** Whether tools follow the configuration while they are served. */
  readonly reload: boolean
  /** Whether each inserted row is told of in the log. */
  readonly audit: boolean
}

/** Where something is kept; the record in `.surety/surety.db` beside the file unless given. */
export interface StoreConfig {
  /** `sqlite:<absolute path>` or `postgres://…`, as `openStore` takes it. Not to be printed: there may be a password in it. */
  readonly url: string
  /** The same with `${NAME}` for what comes from the environment. */
  readonly written: string
}

export type ServerConfig =
  | {
      readonly kind: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly env: Readonly<Record<string, string>>
      /** The server's working directory; `mcp_root` unless given. */
      readonly cwd: string | undefined
      /** What it may reach while it starts and in every call, whatever the contracts say. */
      readonly network: ServerNetwork
    }
  | { readonly kind: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> }

/** The machine's own network, or these endpoints (`host:port`) alone; none = no network. */
export type ServerNetwork = 'any' | readonly string[]

export interface CheckConfig {
  readonly timeoutMs: number
  readonly memoryLimitMb: number
  /** The server's working directory and the tree E012 protects. */
  readonly mcpRoot: string
  readonly toolsDir: string
  readonly maxOutputSizeKb: number
  readonly determinismRuns: number
  readonly strictMode: boolean
  readonly startTimeoutMs: number
  readonly settleMs: number
  /** Run once, before the server, inside the sandbox. */
  readonly setup: readonly string[]
  /** Effect kinds that must be observable, or nothing is judged: fs, net, process, calls. */
  readonly require: readonly EffectRequirement[]
}

export const EFFECT_REQUIREMENTS = ['fs', 'net', 'process', 'calls'] as const
export type EffectRequirement = (typeof EFFECT_REQUIREMENTS)[number]
