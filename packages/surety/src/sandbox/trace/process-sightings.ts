import { resolve } from 'node:path'
import type { Sighting } from '../cell.ts'
import type { CellView } from '../files/cell-view.ts'
import { shown } from '../system/file-name.ts'
import { type MachineStart, isStillStarting, machineStart, ownerOfChange } from './machine-start.ts'
import { type TraceCall, descriptorPath, quotedText, quotedTexts } from './strace-line.ts'

const FORKS = new Set(['clone', 'clone3', 'fork', 'vfork'])
const COMMAND_LENGTH = 200
const UNTRACED = 'it started a process that nobody may trace'

interface ProcessRecord {
  cwd: string
  command: string
  /** It, or what started it, left the server's session. */
  detached: boolean
  /** When it was started, once the call that made it has returned. */
  startedAt?: number | undefined
  /** Whether it was told that it goes on running. */
  isTold?: boolean
  /** What the machine does before the program that was asked for. */
  machine?: MachineStart | undefined
  /** Whether something that the machine does has started it. */
  isHelper?: boolean | undefined
  /** Whether several were making a process when it first spoke: until the call that made it returns, it may be of any. */
  isOfUnsureParent?: boolean
}

/** Knows which processes there are, what each runs, where it stands, and whether it left the server's session. */
export class ProcessSightings {
  /** Whether some shell runs a profile: what is read then tells whose it is. */
  hasProfiles = false
  readonly #view: CellView
  readonly #emit: (sighting: Sighting) => void
  /** What profiles and shims have written: to read it again makes them no work of the server's. */
  readonly #machineFiles = new Set<string>()
  readonly #records = new Map<number, ProcessRecord>()
  /** The process each further thread belongs to. */
  readonly #threads = new Map<number, number>()
  /** Processes in the middle of making another, the latest last: a child speaks before its parent's call returns. */
  #forking: readonly number[] = []
  /** Children that ended before the call that made them returned: a busy machine may let the parent wait so long. */
  readonly #endedUnannounced = new Set<number>()
  /** What is known of a process that nobody saw being made. */
  readonly #unknownParent: ProcessRecord

  constructor(server: number, cwd: string, command: string, view: CellView, emit: (sighting: Sighting) => void) {
    this.#view = view
    this.#unknownParent = { cwd, command, detached: false }
    this.#records.set(server, { ...this.#unknownParent })
    this.#emit = emit
  }

  cwd(pid: number): string {
    return this.#record(pid).cwd
  }

  /** Whose a change of this file by the process is, if it may be the machine's. */
  ownerOf(pid: number, path: string): 'machine' | 'unsure' | undefined {
    const { machine } = this.#record(pid)
    const owner = machine && ownerOfChange(machine, this.#view.spot(path).place, this.#view.inHome(path))
    if (owner !== undefined) this.#machineFiles.add(path)
    return owner
  }

  /** Takes in what a process reads: a profile that the server itself wrote, or keeps in the project, is none. */
  reads(pid: number, path: string): void {
    const record = this.#record(pid)
    if (record.machine?.kind !== 'profile' || !this.#view.isFile(path) || this.#view.isControl(path)) return
    const { place } = this.#view.spot(path)
    const isMachines = this.#machineFiles.has(path) || this.#view.isAsBefore(path)
    if (place === 'project' || place === 'temp' || !isMachines) record.machine = undefined
  }

  has(pid: number): boolean {
    return this.#records.has(pid)
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
    if (this.#threads.delete(pid)) return
    const isAnnounced = this.#records.get(pid)?.startedAt !== undefined
    this.#records.delete(pid)
    if (!isAnnounced && this.#forking.length > 0) this.#endedUnannounced.add(pid)
  }

  #fork({ pid, at, args, result: { value: child } }: TraceCall): void {
    const parent = this.#threads.get(pid) ?? pid
    this.#forking = this.#forking.filter((other) => other !== pid)
    if (!(child > 0)) return
    if (args.some((argument) => argument.includes('CLONE_UNTRACED')))
      this.#emit({ at, kind: 'blind', reason: UNTRACED })
    if (this.#endedUnannounced.delete(child)) return
    if (!args.some((argument) => argument.includes('CLONE_THREAD'))) {
      const made = childOf(this.#record(parent))
      const known = this.#records.get(child) ?? made
      const { machine, isHelper } = known.isOfUnsureParent === true ? made : known
      this.#records.set(child, { ...known, machine, isHelper, isOfUnsureParent: false, startedAt: at, isTold: false })
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
    const before = record.machine
    const machine = this.#machineOf(record, args)
    record.machine = machine
    record.isOfUnsureParent = false
    if (machine === undefined) record.isHelper = false
    if (machine?.kind === 'profile') this.hasProfiles = true
    const owner = machine !== undefined && machine === before && { owner: 'machine' as const }
    this.#emit({ at, kind: 'process', command: record.command, detached: record.detached, ...owner })
  }

  /** What the machine does first, or still, now that the process runs this program. */
  #machineOf({ machine, cwd, isHelper = false }: ProcessRecord, [file = '', list = '']: readonly string[]) {
    const path = resolve(cwd, quotedText(file) ?? '')
    const started = { file: path, inHome: this.#view.inHome(path), words: quotedTexts(list) }
    if (machine !== undefined && isStillStarting(machine, started, (other) => this.#view.inHome(other), isHelper))
      return machine
    const begun = machineStart(started)
    return begun?.kind !== 'shim' || this.#view.isAsBefore(path) ? begun : undefined
  }

  #detach({ pid, at }: TraceCall): void {
    const record = this.#record(pid)
    record.detached = true
    this.#emit({ at, kind: 'process', command: record.command, detached: true })
  }

  #record(pid: number): ProcessRecord {
    const known = this.#records.get(this.#threads.get(pid) ?? pid)
    if (known !== undefined) return known
    const parents = this.#forking.map((parent) => this.#records.get(this.#threads.get(parent) ?? parent))
    const from = parents.at(-1) ?? this.#unknownParent
    const isUnsure = parents.some((parent) => parent?.machine !== from.machine)
    // What might be the server's is no work of the machine's.
    const record = isUnsure ? { ...childOf({ ...from, machine: undefined }), isOfUnsureParent: true } : childOf(from)
    this.#records.set(pid, record)
    return record
  }
}

function childOf(parent: ProcessRecord): ProcessRecord {
  return { ...parent, startedAt: undefined, isHelper: parent.machine !== undefined }
}

/** What a program was started as, from the arguments of its execve. */
export function commandOf([file = '', list = '']: readonly string[]): string {
  const words = quotedTexts(list)
  return shown(words.length > 0 ? words.join(' ') : (quotedText(file) ?? '')).slice(0, COMMAND_LENGTH)
}
