import { resolve } from 'node:path'
import type { Sighting } from '../cell.ts'
import type { CellView } from '../files/cell-view.ts'
import { LOG_PATH } from '../system/fifo.ts'
import { CLOCK_STEP_MS } from '../files/tree-entry.ts'
import { FILE_CALLS, OPENS, type Open, type Touch } from './file-calls.ts'
import { type TraceCall, descriptorPath, quotedText } from './strace-line.ts'

export type FileSighting = Extract<Sighting, { existed: boolean }>

const REFUSALS = new Set(['EACCES', 'EPERM', 'EROFS', 'EXDEV'])
/** Calls that succeed only where nothing stood. */
const MAKERS = new Set(['mkdir', 'mkdirat', 'mknod', 'mknodat', 'link', 'linkat', 'symlink', 'symlinkat', 'bind'])

/** The pipe that the tracer writes to, come by through another process: what is told from there may be forged. */
const LOG = { place: 'elsewhere', path: 'the log of the tracer', existed: true, lasts: true } as const

/** Whose a change is, if it may be the machine's. */
type OwnerOf = (pid: number, path: string) => FileSighting['owner']

/** Turns system calls on files into sightings. */
export class FileSightings {
  readonly #view: CellView
  readonly #ownerOf: OwnerOf
  readonly #isOwn: (pid: number) => boolean
  readonly #emit: (sighting: FileSighting, path: string) => void
  /** Files opened for writing of which only their times will tell whether anything was written. */
  #doubtful: { readonly path: string; readonly sighting: FileSighting }[] = []

  /** `isOwn`: whether the process is the server's, or of those that it started. */
  constructor(
    view: CellView,
    { ownerOf, isOwn }: { readonly ownerOf: OwnerOf; readonly isOwn: (pid: number) => boolean },
    emit: (sighting: FileSighting, path: string) => void,
  ) {
    this.#view = view
    this.#ownerOf = ownerOf
    this.#isOwn = isOwn
    this.#emit = emit
  }

  /** Whether it was a call on files. */
  read(call: TraceCall, cwd: string): boolean {
    const open = OPENS[call.name]
    const touches = FILE_CALLS[call.name]
    if (open !== undefined) this.#open(call, open, cwd)
    touches?.forEach((touch) => this.#touch(call, touch, cwd))
    return open !== undefined || touches !== undefined
  }

  /** A file that comes into being at a path, such as a socket's. */
  make(call: TraceCall, path: string): void {
    this.#report(call, 'write', this.#view.resolved(path, false))
  }

  /** Decides about files opened for writing: one last modified before that was not written to. */
  settle(): void {
    for (const { path, sighting } of this.#doubtful) {
      const modifiedAt = Number(this.#view.written(path)?.mtimeNs ?? Infinity) / 1e6
      if (modifiedAt + CLOCK_STEP_MS >= sighting.at) this.#emit(sighting, path)
    }
    this.#doubtful = []
  }

  #open(call: TraceCall, { folder, path, flags }: Open, cwd: string): void {
    const mode = flags === undefined ? 'O_WRONLY|O_CREAT|O_TRUNC' : (call.args[flags] ?? '')
    if (!/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(mode) || mode.includes('O_TMPFILE')) return
    const opened = call.result.path
    if (call.result.error !== undefined || opened === undefined) {
      return this.#touch(call, { kind: 'write', folder, path, follows: !/O_NOFOLLOW|O_EXCL/.test(mode) }, cwd)
    }
    if (opened.endsWith(LOG_PATH)) return this.#emit({ ...this.#sighting(call, 'write', opened), ...LOG }, opened)
    if (!this.#isFile(opened, call)) return
    const sighting = this.#sighting(call, 'write', opened)
    const isDoubtful = !/O_TRUNC|O_EXCL/.test(mode) && !sighting.lasts && this.#view.written(opened) !== undefined
    if (isDoubtful) this.#doubtful.push({ path: opened, sighting })
    else this.#emit(sighting, opened)
  }

  #touch(call: TraceCall, { kind, folder, path, follows }: Touch, cwd: string): void {
    const named = path === undefined ? undefined : quotedText(call.args[path] ?? '')
    const from = folder === undefined ? undefined : descriptorPath(call.args[folder] ?? '')
    if (named === undefined || named === '') return from === undefined ? undefined : this.#report(call, kind, from)
    const followed = follows && !call.args.some((argument) => argument.includes('AT_SYMLINK_NOFOLLOW'))
    this.#report(call, kind, this.#view.resolved(resolve(from ?? cwd, named), followed))
  }

  #report(call: TraceCall, kind: Touch['kind'], path: string): void {
    const { error } = call.result
    if ((error !== undefined && !REFUSALS.has(error)) || !this.#isFile(path, call)) return
    const sighting = this.#sighting(call, kind, path)
    // A read-only file system refuses before it looks whether there is anything to refuse.
    const isMissing =
      error !== undefined && kind !== 'write' && !sighting.existed && this.#view.written(path) === undefined
    if (!isMissing) this.#emit(sighting, path)
  }

  /** A process may speak before it is known whose child it is. */
  #isFile(path: string, { pid }: TraceCall): boolean {
    return this.#view.isFile(path, (of) => of === pid || this.#isOwn(of))
  }

  #sighting(call: TraceCall, kind: Touch['kind'], path: string): FileSighting {
    const refused = call.result.error !== undefined
    const makes = MAKERS.has(call.name) || call.args.some((argument) => argument.includes('O_EXCL'))
    if (!refused && (makes || kind === 'delete')) this.#view.learn(path, !makes)
    const existed = this.#view.existed(path, refused)
    const isUnseen = call.name === 'ioctl' || this.#view.isControl(path)
    const owner = this.#ownerOf(call.pid, path)
    const spot = this.#view.spot(path)
    return { at: call.at, kind, ...spot, refused, existed, ...(owner && { owner }), ...(isUnseen && { lasts: true }) }
  }
}
