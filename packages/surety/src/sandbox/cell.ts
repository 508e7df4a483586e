import type { Readable, Writable } from 'node:stream'

/** The addresses of a name; throws ENOTFOUND where there is no such name. */
export type Resolve = (name: string) => Promise<readonly string[]>

/** One server process in its sandbox. */
export interface Cell {
  readonly stdin: Writable
  readonly stdout: Readable
  /** What it wrote to stderr: of much, the beginning and the end, 64 KB at most. */
  readonly stderr: () => string
  /** What the set-up command printed, to stdout or stderr, as much of it. */
  readonly setupOutput: () => string
  /** Settles when the server process itself has ended, by itself or killed. */
  readonly exited: Promise<Exit>
  /** What the tracer and the spy saw so far, oldest first; grows. */
  readonly sightings: readonly Sighting[]
  /** Waits until whatever the server did up to now is in `sightings`. */
  readonly flush: () => Promise<void>
  /** What differs in the trees the server can write to since this was last asked (or since the start). */
  readonly changes: () => Promise<readonly TreeChange[]>
  /** A digest of all that was changed since the start: contents, not times. */
  readonly state: () => Promise<TreeState>
  /** Says that the server is up: whatever runs now is part of it, and only what comes later can outlive it. */
  readonly isUp: () => void
  /** Where something new runs, ends the server alone, as a client would: what outlives it is in `sightings` then. */
  readonly leave: () => Promise<void>
  /** Kills the whole tree, daemons included, and removes everything the sandbox made. Safe to call twice. */
  readonly end: () => Promise<void>
}

export interface Exit {
  readonly code: number | null
  readonly signal: string | null
  /** The sandbox itself ended it for using more memory than allowed. */
  readonly overMemory: number | undefined
  /** The sandbox itself ended it for running so many processes at once. */
  readonly overProcesses?: number
}

/** None, the machine's own, or these endpoints (`host:port`) alone. */
export type Network = boolean | readonly string[]

export interface CellOptions {
  readonly layers: Layers
  /** Absolute. The tree that is protected: the server sees it copy-on-write. */
  readonly project: string
  readonly cwd: string
  readonly command: readonly string[]
  /** Added to the allow-list: declared by the configuration or a test. */
  readonly env: Readonly<Record<string, string>>
  readonly network: Network
  /** How this machine finds the addresses of a declared endpoint; as programs do, unless given. */
  readonly resolve?: Resolve
  readonly memoryBytes: number
  /** Whether to trace system calls and to load the spy, where the layers allow it. */
  readonly trace: boolean
  readonly spy: boolean
  /** A command run to its end first, in the same sandbox, untraced. */
  readonly setup?: readonly string[]
  /** How long that command may take. */
  readonly setupMs?: number
  /** Settles when there is no use in the start any more. */
  readonly abandoned?: Promise<void>
}

/** What this machine allows, found by trying. */
export interface Layers {
  readonly L1: Ability
  readonly L2: Ability
  readonly L3: Ability
}
export type Ability =
  | { readonly works: true }
  /** `enable`: the command that would make it work. */
  | { readonly works: false; readonly reason: string; readonly enable: string | undefined }

/** A file as people know it: relative to the project if under it (or a copy of it), absolute otherwise; links resolved. */
export interface Spot {
  readonly place: 'project' | 'temp' | 'home' | 'elsewhere'
  readonly path: string
}

/** `at`: milliseconds since the epoch, with fractions. */
export type Sighting = { readonly at: number } & (
  | (Spot & {
      readonly kind: 'write' | 'delete' | 'rename' | 'attributes'
      /** The system refused it (read-only, no permission): an attempt all the same. */
      readonly refused: boolean
      /** It existed before this. */
      readonly existed: boolean
      /** Whose it is where it came while a program was being started: the machine's (a shim's), or perhaps that. */
      readonly owner?: 'machine' | 'unsure'
      /** No look at the trees can tell whether it was undone: a device, a control of the kernel's, a file's flags. */
      readonly lasts?: true
    })
  | { readonly kind: 'connect'; readonly target: string; readonly refused: boolean }
  /** A program was started; `detached` once it left the server's session (setsid) or outlived it. */
  | {
      readonly kind: 'process'
      readonly command: string
      readonly detached: boolean
      readonly outlived?: true
      /** The machine runs it before the program that was asked for. */
      readonly owner?: 'machine'
    }
  /** A process that was started then still runs. */
  | { readonly kind: 'running' }
  /** What the server did may not have been seen, and why. */
  | { readonly kind: 'blind'; readonly reason: string }
  /** From here on, or until then, the server may hold memory that is not measured, and why. */
  | { readonly kind: 'memory unseen'; readonly reason: string; readonly until?: number }
  /** The spy saw one tool call another. */
  | {
      readonly kind: 'nested'
      readonly from: string | undefined
      readonly to: string
      readonly how: 'handler' | 'client' | 'process'
    }
  | {
      readonly kind: 'mutation'
      readonly tool: string
      readonly path: string
      readonly before: unknown
      readonly after: unknown
    }
  /** The spy looked into an accepted call of this tool, and would have seen calls of other tools, or changes of the input. */
  | {
      readonly kind: 'spy'
      readonly language: 'node' | 'python'
      readonly tool: string
      readonly sees: readonly ('calls' | 'inputs')[]
    }
  /** What the spies wrote cannot be relied on. */
  | { readonly kind: 'spy lost'; readonly reason: string }
)

/** A difference that lasted until it was looked for. */
export interface TreeChange extends Spot {
  readonly kind: 'write' | 'delete' | 'attributes'
  readonly existed: boolean
  /** Of what existed and still stands: whether all that was in it at the start still is; absent where nobody can tell. */
  readonly kept?: boolean
}

export interface TreeState {
  readonly digest: string
  readonly files: number
  readonly bytes: number
}
