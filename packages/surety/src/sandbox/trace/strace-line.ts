import { textOf } from '../system/file-name.ts'

/** A system call that has returned. */
export interface TraceCall extends Origin {
  readonly kind: 'call'
  readonly name: string
  readonly args: readonly string[]
  readonly result: Result
}

/** One line of strace's log; a call interrupted by another process's takes two. */
export type TraceRecord =
  | TraceCall
  | CallHalf<'begun'>
  | CallHalf<'resumed'>
  | (Origin & { readonly kind: 'superseded'; readonly by: number })
  /** A filter answered the call with a signal; `isForeign`: it was made as on another architecture. */
  | (Origin & { readonly kind: 'trapped'; readonly name: string; readonly isForeign: boolean })
  | (Origin & { readonly kind: 'ended'; readonly code: number | null; readonly signal: string | null })

/** The part of a call before or after something else happened. */
export interface CallHalf<Kind> extends Origin {
  readonly kind: Kind
  readonly name: string
  readonly text: string
}

interface Origin {
  readonly pid: number
  /** Milliseconds since the epoch; for a call, when it began. */
  readonly at: number
}

interface Result {
  /** NaN when strace does not know it. */
  readonly value: number
  /** `ENOENT`; undefined when the call succeeded. */
  readonly error: string | undefined
  /** What the returned descriptor is open on. */
  readonly path: string | undefined
}

const LINE = /^(\d+) +(\d+\.\d+) (.*)$/s
const CALL = /^(\w+)\((.*)\) += (.*)$/s
const BEGUN = /^(\w+)\((.*) <unfinished \.\.\.>$/s
const RESUMED = /^<\.\.\. (\w+) resumed>(.*)$/s
const SUPERSEDED = /^\+\+\+ superseded by execve in pid (\d+) \+\+\+$/
// A call of another architecture is told by its number there, and its name as a comment.
const TRAPPED = /^--- SIGSYS \{.*\bsi_syscall=(?:__NR_(\w+)|(\w+)(?: \/\* (\w+) \*\/)?).*\} ---$/s
const ENDED = /^\+\+\+ (?:exited with (\d+)|killed by (\w+)).*\+\+\+$/s
const RESULT = /^(-?\d+|0x[\da-f]+|\?)(?:(<[^>]*>(?:\(deleted\))?))?(?: (E[A-Z\d]+))?/

/** What a line of `strace -f -ttt -y -xx` says; undefined for a line that says nothing we know. */
export function straceLine(line: string): TraceRecord | undefined {
  const [, pidText, atText, rest] = LINE.exec(line) ?? []
  if (pidText === undefined || atText === undefined || rest === undefined) return undefined
  const origin = { pid: Number(pidText), at: Number(atText) * 1000 }
  const begun = BEGUN.exec(rest)
  if (begun !== null) return { kind: 'begun', ...origin, name: begun[1] ?? '', text: begun[2] ?? '' }
  const resumed = RESUMED.exec(rest)
  if (resumed !== null) return { kind: 'resumed', ...origin, name: resumed[1] ?? '', text: resumed[2] ?? '' }
  const superseded = SUPERSEDED.exec(rest)
  if (superseded !== null) return { kind: 'superseded', ...origin, by: Number(superseded[1]) }
  const trapped = TRAPPED.exec(rest)
  if (trapped !== null) {
    const [, own, number = '', foreign] = trapped
    return { kind: 'trapped', ...origin, name: own ?? foreign ?? number, isForeign: own === undefined }
  }
  const [ended, code, signal] = ENDED.exec(rest) ?? []
  if (ended === undefined) return straceCall(origin.pid, origin.at, rest)
  return { kind: 'ended', ...origin, code: code === undefined ? null : Number(code), signal: signal ?? null }
}

/** A complete call from its text: `openat(…) = 3<…>`. */
export function straceCall(pid: number, at: number, text: string): TraceCall | undefined {
  const [, name, args, result] = CALL.exec(text) ?? []
  if (name === undefined || args === undefined || result === undefined) return undefined
  return { kind: 'call', pid, at, name, args: splitArguments(args), result: resultOf(result) }
}

/** The bytes of a `"\x2f\x74"` argument as Latin-1 text, whatever stands around it. */
export function quotedBytes(argument: string): string | undefined {
  const quoted = /"([^"]*)"/.exec(argument)?.[1]
  return quoted === undefined ? undefined : unescapeHex(quoted)
}

/** Every quoted text in an argument. */
export function quotedTexts(argument: string): readonly string[] {
  return [...argument.matchAll(/"([^"]*)"/g)].map(([, quoted = '']) => textIn(quoted))
}

export function quotedText(argument: string): string | undefined {
  return quotedTexts(argument)[0]
}

/** What a descriptor argument is open on: `3<\x2f\x74>`, `AT_FDCWD<…>`; a file that is gone ends in ` (deleted)`. */
export function descriptorPath(argument: string): string | undefined {
  return openPath(/^(?:AT_FDCWD|-?\d+)(<[^>]*>(?:\(deleted\))?)/.exec(argument)?.[1])
}

function openPath(text: string | undefined): string | undefined {
  const [, path, deleted] = /^<([^>]*)>(\(deleted\))?$/.exec(text ?? '') ?? []
  if (path === undefined) return undefined
  return textIn(path) + (deleted === undefined ? '' : ' (deleted)')
}

function resultOf(text: string): Result {
  const [, value = '?', path, error] = RESULT.exec(text) ?? []
  return { value: value === '?' ? Number.NaN : Number(value), error, path: openPath(path) }
}

/** Splits at the commas between arguments; those inside quotes and brackets belong to one. */
function splitArguments(text: string): readonly string[] {
  const args: string[] = []
  let depth = 0
  let quoted = false
  let start = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (character === '"') quoted = !quoted
    if (quoted) continue
    if (character === '(' || character === '[' || character === '{') depth += 1
    if (character === ')' || character === ']' || character === '}') depth -= 1
    if (character !== ',' || depth !== 0) continue
    args.push(text.slice(start, index).trim())
    start = index + 1
  }
  const last = text.slice(start).trim()
  return last === '' && args.length === 0 ? [] : [...args, last]
}

function unescapeHex(text: string): string {
  return text.replaceAll(/\\x([\da-f]{2})/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)))
}

function textIn(escaped: string): string {
  return textOf(Buffer.from(unescapeHex(escaped), 'latin1'))
}
