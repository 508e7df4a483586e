import type { CalledAs } from './called-as.ts'

/** One command of `surety`: its options as data, and what it does with them. */
export interface Command {
  readonly name: string
  /** One line of `surety --help`. */
  readonly summary: string
  /** What may follow the name, one word each: `[dir]`, `CODE`; with an ellipsis any number of them. */
  readonly operands: string
  /** The ways to call it, for the help, where there is more than one. */
  readonly usages?: readonly string[]
  readonly options: Readonly<Record<string, Option>>
  /** Whether `-- command args…` may follow. */
  readonly takesCommand: boolean
  readonly examples: readonly string[]
  /** The exit code. */
  readonly run: (parsed: Parsed, io: Io) => Promise<number>
}

export interface Option {
  readonly type: 'boolean' | 'string'
  readonly multiple?: boolean
  /** What the value is, for the help: `file`, `n`. */
  readonly value?: string
  readonly help: string
}

export interface Parsed {
  readonly operands: readonly string[]
  readonly flag: (name: string) => boolean
  /** The last one given. */
  readonly text: (name: string) => string | undefined
  readonly texts: (name: string) => readonly string[]
  readonly whole: (name: string) => number | undefined
  /** What stood behind `--`. */
  readonly command: readonly string[]
}

/** Where a command reads and writes. */
export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly version: string
  /** How whoever reads a message can call this command. */
  readonly calledAs: CalledAs
  readonly isTTY: { readonly out: boolean; readonly err: boolean }
  readonly columns: number
}

/** Something wrong with how the command was called or configured: exit 2, no stack. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError'
  /** A name that is none, and those it may have been meant to be. */
  readonly unknown: { readonly name: string; readonly among: readonly string[] } | undefined

  constructor(message: string, unknown?: { readonly name: string; readonly among: readonly string[] }) {
    super(message)
    this.unknown = unknown
  }
}

export const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const
