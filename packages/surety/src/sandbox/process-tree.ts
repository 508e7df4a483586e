import { closeSync, openSync, readSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'

/** A process and all that descend from it, itself first. */
export function descendants(pid: number): readonly number[] {
  const found = [pid]
  for (const parent of found) found.push(...childrenOf(parent))
  return found
}

export function childrenOf(pid: number): readonly number[] {
  return entries(`/proc/${pid}/task`).flatMap((thread) => numbers(read(`/proc/${pid}/task/${thread}/children`)))
}

/** The number of the latest process or thread that was started here, in whatever namespace; undefined where the kernel does not tell. */
export function latestPid(): number | undefined {
  const pid = Number(/ (\d+)\n$/.exec(read('/proc/loadavg'))?.[1] ?? 0)
  return pid === 0 ? undefined : pid
}

/** A thread as the scheduler sees it. */
export interface Thread {
  readonly id: number
  /** `R` while it runs or waits for a processor, `D` for a disk, `T` while it is stopped. */
  readonly state: string
  /** How often it has had a processor, and for how long altogether. */
  readonly turns: number
  readonly ranMs: number
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

/** Resident bytes now, and the most since `forgetPeak`. */
export function memoryOf(pid: number): { readonly resident: number; readonly peak: number } {
  const status = read(`/proc/${pid}/status`)
  const bytes = (field: RegExp): number => Number(field.exec(status)?.[1] ?? 0) * 1024
  return { resident: bytes(RESIDENT), peak: bytes(PEAK) }
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
export function identityOf(pid: number): { readonly session: number; readonly inner: number } {
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

export function kill(pid: number): void {
  signal(pid, 'SIGKILL')
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // Gone already.
  }
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
