import { resolve } from 'node:path'
import type { Sighting } from './cell.ts'
import { shown } from './file-name.ts'
import { type TraceCall, descriptorPath, quotedText, quotedTexts } from './strace-line.ts'

const FORKS = new Set(['clone', 'clone3', 'fork', 'vfork'])
const COMMAND_LENGTH = 200
const UNTRACED = 'it started a process that nobody may trace'

interface ProcessRecord {
  cwd: string
  command: string
  /** It, or what started it, left the server's session. */
  detached: boolean
  /** When it was started. */
  startedAt?: number
  /** Whether it was told that it goes on running. */
  isTold?: boolean
}

/** Knows which processes there are, what each runs, where it stands, and whether it left the server's session. */
export class ProcessSightings {
  readonly #emit: (sighting: Sighting) => void
  readonly #records = new Map<number, ProcessRecord>()
  /** The process each further thread belongs to. */
  readonly #threads = new Map<number, number>()
  /** Processes in the middle of making another, the latest last: a child speaks before its parent's call returns. */
  #forking: readonly number[] = []
  /** What is known of a process that nobody saw being made. */
  readonly #stranger: ProcessRecord

  constructor(server: number, cwd: string, command: string, emit: (sighting: Sighting) => void) {
    this.#stranger = { cwd, command, detached: false }
    this.#records.set(server, { ...this.#stranger })
    this.#emit = emit
  }

  cwd(pid: number): string {
    return this.#record(pid).cwd
  }

  startOf(pid: number): number | undefined {
    return this.#records.get(pid)?.startedAt
  }

  begins(pid: number, name: string): void {
    if (FORKS.has(name)) this.#forking = [...this.#forking, pid]
  }

  read(call: TraceCall): void {
    const { pid, name, args, result } = call
    if (FORKS.has(name)) this.#fork(call)
    if (result.error !== undefined) return
    if (name === 'chdir') this.#move(pid, quotedText(args[0] ?? ''))
    if (name === 'fchdir') this.#move(pid, descriptorPath(args[0] ?? ''))
    if (name === 'execve') this.#execute(call, args)
    if (name === 'execveat') this.#execute(call, args.slice(1))
    if (name === 'setsid') this.#detach(call)
  }

  /** Tells of those that go on running, once of each. */
  settle(): void {
    for (const record of this.#records.values()) {
      if (record.startedAt === undefined || record.isTold === true) continue
      record.isTold = true
      this.#emit({ at: record.startedAt, kind: 'running' })
    }
  }

  ends(pid: number): void {
    if (!this.#threads.delete(pid)) this.#records.delete(pid)
  }

  #fork({ pid, at, args, result: { value: child } }: TraceCall): void {
    const parent = this.#threads.get(pid) ?? pid
    this.#forking = this.#forking.filter((other) => other !== pid)
    if (!(child > 0)) return
    if (args.some((argument) => argument.includes('CLONE_UNTRACED')))
      this.#emit({ at, kind: 'blind', reason: UNTRACED })
    if (!args.some((argument) => argument.includes('CLONE_THREAD'))) {
      this.#records.set(child, { ...(this.#records.get(child) ?? this.#record(parent)), startedAt: at, isTold: false })
      return
    }
    this.#records.delete(child)
    this.#threads.set(child, parent)
  }

  #move(pid: number, path: string | undefined): void {
    const record = this.#record(pid)
    record.cwd = resolve(record.cwd, path ?? '.')
  }

  #execute({ pid, at }: TraceCall, args: readonly string[]): void {
    const record = this.#record(pid)
    record.command = commandOf(args)
    this.#emit({ at, kind: 'process', command: record.command, detached: record.detached })
  }

  #detach({ pid, at }: TraceCall): void {
    const record = this.#record(pid)
    record.detached = true
    this.#emit({ at, kind: 'process', command: record.command, detached: true })
  }

  #record(pid: number): ProcessRecord {
    const known = this.#records.get(this.#threads.get(pid) ?? pid)
    if (known !== undefined) return known
    const parent = this.#forking.at(-1)
    const from = parent === undefined ? undefined : this.#records.get(this.#threads.get(parent) ?? parent)
    const record = { ...this.#stranger, ...from }
    this.#records.set(pid, record)
    return record
  }
}

/** What a program was started as, from the arguments of its execve. */
export function commandOf([file = '', list = '']: readonly string[]): string {
  const words = quotedTexts(list)
  return shown(words.length > 0 ? words.join(' ') : (quotedText(file) ?? '')).slice(0, COMMAND_LENGTH)
}
