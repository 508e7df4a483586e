import { resolve } from 'node:path'
import type { Exit, Sighting } from '../cell.ts'
import type { CellView } from '../files/cell-view.ts'
import { CHANGING_REQUEST, OPENS } from './file-calls.ts'
import { FileSightings } from './file-sightings.ts'
import { kernelSighting, trappedSighting } from './kernel-calls.ts'
import { addressIn } from './net-calls.ts'
import { type NetworkAround, NetSightings } from './net-sightings.ts'
import { ProcessSightings, commandOf } from './process-sightings.ts'
import { type CallHalf, type TraceCall, type TraceRecord, straceCall, straceLine } from './strace-line.ts'

/** Where the server is that is traced. */
interface Surroundings extends NetworkAround {
  readonly cwd: string
  /** How many programs run in its process one after the other, itself the last. */
  readonly launches: number
}
type Begun = CallHalf<'begun'>

/** Reads strace's log line by line and keeps what the server did. */
export class StraceSightings {
  /** How the server's own process ended. */
  exit: Pick<Exit, 'code' | 'signal'> | undefined
  readonly #view: CellView
  readonly #around: Surroundings
  readonly #files: FileSightings
  readonly #net: NetSightings
  readonly #emit: (sighting: Sighting) => void
  #processes: ProcessSightings | undefined
  #server: number | undefined
  #launches = 0
  readonly #begun = new Map<number, Begun>()

  /** `emit`: told with each sighting of a file the path it has in the server's eyes. */
  constructor(view: CellView, around: Surroundings, emit: (sighting: Sighting, path?: string) => void) {
    this.#view = view
    this.#around = around
    this.#emit = emit
    const whose = {
      ownerOf: (pid: number, path: string) => this.#processes?.ownerOf(pid, path),
      isOwn: (pid: number) => this.#processes?.has(pid) === true,
    }
    this.#files = new FileSightings(view, whose, emit)
    this.#net = new NetSightings(around, emit)
  }

  read(line: string): void {
    if (isHarmless(line) && this.#processes?.hasProfiles !== true) return
    const record = straceLine(line)
    if (record === undefined) return
    this.#server ??= record.pid
    if (record.kind === 'call') this.#call(record)
    if (record.kind === 'begun') this.#begin(record)
    if (record.kind === 'resumed') this.#resume(record)
    if (record.kind === 'trapped') this.#emit(trappedSighting(record))
    if (record.kind === 'superseded') this.#supersede(record.pid, record.by)
    if (record.kind === 'ended') this.#end(record)
  }

  /** When a process was started; undefined if nobody saw that. */
  startOf(pid: number): number | undefined {
    return this.#processes?.startOf(pid)
  }

  /** Decides what could not be decided while it happened. */
  settle(): void {
    this.#files.settle()
    this.#processes?.settle()
  }

  #begin(record: Begun): void {
    this.#begun.set(record.pid, record)
    this.#processes?.begins(record.pid, record.name)
  }

  #resume({ pid, name, text }: CallHalf<'resumed'>): void {
    const begun = this.#begun.get(pid)
    this.#begun.delete(pid)
    if (begun?.name !== name) return
    const call = straceCall(pid, begun.at, `${name}(${begun.text}${text}`)
    if (call !== undefined) this.#call(call)
  }

  /** A thread that starts a program takes its process's number; its call returns under that. */
  #supersede(pid: number, by: number): void {
    const begun = this.#begun.get(by)
    this.#begun.delete(by)
    if (begun !== undefined) this.#begun.set(pid, begun)
  }

  #end({ pid, code, signal }: Extract<TraceRecord, { kind: 'ended' }>): void {
    if (pid === this.#server) this.exit = { code, signal }
    this.#processes?.ends(pid)
  }

  #call(call: TraceCall): void {
    if (this.#processes === undefined) return this.#launch(call)
    const cwd = this.#processes.cwd(call.pid)
    const read = readPath(call)
    if (read !== undefined) this.#processes.reads(call.pid, read)
    const changed = kernelSighting(call)
    if (changed !== undefined) this.#emit(changed)
    if (this.#files.read(call, cwd)) return
    if (call.name === 'bind') return this.#bind(call, cwd)
    this.#net.read(
      call,
      (path) => !path.startsWith('@') && this.#isOwnSocket(this.#view.resolved(resolve(cwd, path), true)),
    )
    if (call.pid !== this.#server || call.name !== 'setsid') this.#processes.read(call)
  }

  #launch({ pid, name, args, result }: TraceCall): void {
    if (name !== 'execve' || result.error !== undefined) return
    this.#launches += 1
    if (this.#launches < this.#around.launches) return
    this.#processes = new ProcessSightings(pid, this.#around.cwd, commandOf(args), this.#view, this.#emit)
  }

  /** The temp folder was empty; and a socket among what the server wrote is its own. */
  #isOwnSocket(path: string): boolean {
    return this.#view.isOwnTemp(path) || (!this.#view.isExposed(path) && this.#view.written(path)?.isSocket() === true)
  }

  /** A socket bound to a path is a new file. */
  #bind(call: TraceCall, cwd: string): void {
    const address = addressIn(call.args[1] ?? '')
    if (address?.family !== 'unix' || address.path.startsWith('@')) return
    this.#files.make(call, resolve(cwd, address.path))
  }
}

/** The file that a call opened to read, and no more. */
function readPath({ name, args, result }: TraceCall): string | undefined {
  const isReading =
    name in OPENS && args.some((argument) => argument.includes('O_RDONLY') && !/O_CREAT|O_DIRECTORY/.test(argument))
  return isReading ? result.path : undefined
}

/** Most lines are files opened to be read, or questions to a device: told apart without taking the line to pieces. */
function isHarmless(line: string): boolean {
  if (line.includes(', O_RDONLY')) return !/O_CREAT|O_TRUNC/.test(line)
  return line.includes(' ioctl(') && !CHANGING_REQUEST.test(line)
}
