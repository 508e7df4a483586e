import type { Identity, Memory, Thread } from './process-facts.ts'
import { closeSync, openSync, readSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'

export function childrenOf(pid: number): readonly number[] {
  return entries(`/proc/${pid}/task`).flatMap((thread) => numbers(read(`/proc/${pid}/task/${thread}/children`)))
}

/** The number of the latest process or thread that was started here, in whatever namespace; undefined where the kernel does not tell. */
export function latestPid(): number | undefined {
  const pid = Number(/ (\d+)\n$/.exec(read('/proc/loadavg'))?.[1] ?? 0)
  return pid === 0 ? undefined : pid
}

export function threadsOf(pid: number): readonly Thread[] {
  return entries(`/proc/${pid}/task`).map((thread) => {
    const folder = `/proc/${pid}/task/${thread}`
    const [, state = 'X'] = /\) (\w)[^)]*$/.exec(read(`${folder}/stat`)) ?? []
    const [ranNs = 0, , turns = 0] = numbers(read(`${folder}/schedstat`))
    return { id: Number(thread), state, turns, ranMs: ranNs / 1e6 }
  })
}

const RESIDENT = /^VmRSS:\s+(\d+)/m
const PEAK = /^VmHWM:\s+(\d+)/m
const OF_FILES = /^RssFile:\s+(\d+)/m

export function memoryOf(pid: number): Memory {
  const status = read(`/proc/${pid}/status`)
  const bytes = (field: RegExp): number => Number(field.exec(status)?.[1] ?? 0) * 1024
  return { resident: bytes(RESIDENT), peak: bytes(PEAK), ofFiles: bytes(OF_FILES) }
}

const SIGCHLD_BIT = 1n << 16n

/** Pages that a process has touched for the first time. */
export interface Faults {
  readonly own: number
  /** Of the children whose end it has taken note of, and of theirs; undefined where it takes no note. */
  readonly ofEnded: number | undefined
  /** Only waits for its end to be noticed. */
  readonly hasEnded: boolean
}

export function faultsOf(pid: number): Faults {
  const ignored = /^SigIgn:\s+([\da-f]+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? '0'
  const takesNote = (BigInt(`0x${ignored}`) & SIGCHLD_BIT) === 0n
  const [, state = 'X', fields = ''] = /\) (\w) ([^)]*)$/s.exec(read(`/proc/${pid}/stat`)) ?? []
  const [, , , , , , minor = 0, minorOfEnded = 0, major = 0, majorOfEnded = 0] = numbers(fields)
  return {
    own: minor + major,
    ofEnded: takesNote ? minorOfEnded + majorOfEnded : undefined,
    hasEnded: /[ZX]/.test(state),
  }
}

/** How often some process of the machine was given a huge page at once. */
export function hugeFaults(): number {
  return Number(/^thp_fault_alloc (\d+)/m.exec(read('/proc/vmstat'))?.[1] ?? 0)
}

export function hugePageBytes(): number {
  return Number(read('/sys/kernel/mm/transparent_hugepage/hpage_pmd_size'))
}

let pageSize: number | undefined

export function pageBytes(): number {
  pageSize ??= Number(/^KernelPageSize:\s+(\d+)/m.exec(read('/proc/self/smaps'))?.[1] ?? 4) * 1024
  return pageSize
}

/** The descriptors of a process and what each is open on. */
export function descriptorsOf(pid: number): readonly (readonly [path: string, target: string])[] {
  const folder = `/proc/${pid}/fd`
  return entries(folder).map((name) => [`${folder}/${name}`, linkAt(`${folder}/${name}`)])
}

/** Bytes that a process has mapped of the files whose path this matches, shared pages by their share. */
export function mappedBytes(pid: number, files: RegExp): number {
  const mappings = read(`/proc/${pid}/smaps`).split(/^(?=[\da-f]+-[\da-f]+ )/m)
  const own = mappings.filter((mapping) => files.test(/^\S+ \S+ \S+ \S+ \S+ +(\/.*)$/m.exec(mapping)?.[1] ?? ''))
  return own.reduce((sum, mapping) => sum + Number(/^Pss:\s+(\d+)/m.exec(mapping)?.[1] ?? 0) * 1024, 0)
}

/** Bytes of a process with shared pages counted by their share; undefined where the kernel does not tell. */
export function proportionalBytes(pid: number): number | undefined {
  const kilobytes = /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // It has ended, or belongs to somebody else: the polled figure stands.
  }
}

/** Bytes that the first thread of a process has written, to whatever files; undefined where the kernel does not tell. */
export function writtenBytes(pid: number): number | undefined {
  const bytes = /^wchar: (\d+)/m.exec(read(`/proc/${pid}/task/${pid}/io`))?.[1]
  return bytes === undefined ? undefined : Number(bytes)
}

/** What a process says it was started as, or at least its name: it can overwrite the one and choose the other. */
export function commandLine(pid: number): string {
  const words = read(`/proc/${pid}/cmdline`).split('\0').join(' ').trim()
  return words === '' ? `[${read(`/proc/${pid}/comm`).trim()}]` : words
}

/** Every process that carries a variable with this value, wherever it went. */
export function markedWith(name: string, value: string): readonly number[] {
  const mark = `${name}=${value}`
  return entries('/proc')
    .filter((entry) => /^\d+$/.test(entry) && read(`/proc/${entry}/environ`).split('\0').includes(mark))
    .map(Number)
}

/** The session it belongs to, and its number in its own namespace. */
export function identityOf(pid: number): Identity {
  const status = read(`/proc/${pid}/status`)
  const last = (field: RegExp): number => Number(field.exec(status)?.[1] ?? 0)
  return { session: last(/^NSsid:\s+(\d+)/m), inner: last(/^NSpid:.*\s(\d+)$/m) }
}

/** Whether a process exists and is stopped, by a signal or a debugger. */
export function isStopped(pid: number | undefined): boolean {
  return pid !== undefined && /[Tt]/.test(stateOf(`/proc/${pid}`))
}

/** Whether a thread of it is left: the first may have ended before the others. */
export function isAlive(pid: number): boolean {
  return entries(`/proc/${pid}/task`).some((thread) => /[^ZX]/.test(stateOf(`/proc/${pid}/task/${thread}`)))
}

function stateOf(folder: string): string {
  return /^\d+ \(.*\) (\w) /s.exec(read(`${folder}/stat`))?.[1] ?? ''
}

function entries(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function linkAt(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

// These files tell no size, and are read so often that a buffer for each would be felt.
const BUFFER = Buffer.alloc(64 * 1024)

/** What a file of the kernel's says; nothing where its process is gone. */
function read(path: string): string {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    let text = ''
    for (let length = readSync(file, BUFFER); length > 0; length = readSync(file, BUFFER)) {
      text += BUFFER.toString('latin1', 0, length)
    }
    return text
  } catch {
    return ''
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function numbers(text: string): readonly number[] {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map(Number)
}
