import { type BigIntStats, readlinkSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { Spot } from '../cell.ts'
import { bytesOf, shown, textOf } from '../system/file-name.ts'
import { FilesBeforeStart } from './files-before-start.ts'
import { lstat } from './tree-entry.ts'
import { type Tree, isReal, isUnder, spotOf, treeOf } from './trees.ts'

const MAX_LINKS = 40
/** What anybody may write to: it keeps nothing, or belongs to the one process that writes. */
const HARMLESS_DEVICE =
  /^\/dev\/(?:null|zero|full|tty|u?random|ptmx|pts(?:\/.*)?|fd(?:\/.*)?|std(?:in|out|err)|surety-spy)$/
const OWN_DESCRIPTOR = /^\/proc\/(?:self|thread-self)\/fd\/\d+$/
/** What the kernel keeps of one process, and of which. */
const PROCESS_SETTING =
  /^\/proc\/(self|thread-self|\d+)(?:\/task\/\d+)?\/(?:comm|oom_score_adj|oom_adj|coredump_filter|timerslack_ns|clear_refs|autogroup)$/

/** The file system as the server sees it, asked from outside. */
export class CellView {
  /** Innermost first. */
  readonly trees: readonly Tree[]
  readonly #scratch: string
  readonly #contained: boolean
  readonly #mountPoints: readonly string[]
  readonly #past: FilesBeforeStart
  /** What the set-up command made (true) or removed, by the path the server knows. */
  readonly #before = new Map<string, boolean>()

  constructor(trees: readonly Tree[], scratch: string, contained: boolean, mountPoints: readonly string[] = []) {
    this.trees = trees
    this.#scratch = scratch
    this.#contained = contained
    this.#mountPoints = mountPoints
    this.#past = new FilesBeforeStart(trees.filter(isReal).map(({ path }) => path))
  }

  /** As people know it, and can print it. */
  spot(path: string): Spot {
    const tree = this.#treeOf(path)
    if (tree === undefined) return { place: 'elsewhere', path: shown(path) }
    if (tree.place === 'elsewhere') return this.spot(join(tree.known, relative(tree.path, path)))
    const spot = spotOf(path, this.trees)
    return { ...spot, path: shown(spot.path) }
  }

  /** The path below the caller's home, wherever that is; undefined if it does not lie there. */
  inHome(path: string): string | undefined {
    const home = this.trees.find((tree) => tree.place === 'home' && isUnder(path, tree.path))
    return home === undefined ? undefined : relative(home.path, path)
  }

  /** Whether it stood before the server was started, and is as it was. */
  isAsBefore(path: string): boolean {
    return (
      this.#before.get(path) ??
      (this.existed(path, false) && (this.isExposed(path) || this.written(path) === undefined))
    )
  }

  /** Whether a write to it is one to the real machine. */
  isExposed(path: string): boolean {
    const tree = this.#treeOf(path)
    return tree === undefined ? !this.#contained : isReal(tree)
  }

  /** Whether it lies in a temp folder that was empty when the server was started. */
  isOwnTemp(path: string): boolean {
    const tree = this.#treeOf(path)
    return tree?.place === 'temp' && !isReal(tree)
  }

  /** The tree that holds a path; a real folder that is shown inside the private temp folder is no part of it. */
  #treeOf(path: string): Tree | undefined {
    const tree = treeOf(path, this.trees)
    const isShown = tree?.place === 'temp' && this.#mountPoints.some((point) => isUnder(path, point))
    return isShown ? undefined : tree
  }

  /** Pipes, sockets, deleted files, what keeps nothing, the settings of its own processes and the sandbox's own are no files of anybody's. */
  isFile(path: string, isOwn: (pid: number) => boolean = () => true): boolean {
    if (!path.startsWith('/') || path.endsWith(' (deleted)')) return false
    if (this.isControl(path)) return !HARMLESS_DEVICE.test(path) && !isOwnSetting(path, isOwn)
    if (!isUnder(path, this.#scratch)) return true
    const tree = this.#treeOf(path)
    return tree !== undefined && !isReal(tree)
  }

  /** Whether it is a device, or a view of the kernel: what is written there goes to no file. */
  isControl(path: string): boolean {
    return isUnder(path, '/proc') || (isUnder(path, '/dev') && !isUnder(path, '/dev/shm'))
  }

  /** Takes what stands now, or no longer stands, as having been so from the start. */
  remember(path: string, stands: boolean): void {
    this.#before.set(path, stands)
  }

  /** Whether a path stood before the server was started; `refused`: whether the server failed to change that. */
  existed(path: string, refused: boolean): boolean {
    const remembered = this.#before.get(path)
    if (remembered !== undefined) return remembered
    return refused || !this.isExposed(path) ? this.original(path) !== undefined : this.#past.stood(path)
  }

  /** Takes in what a call of the server proves: whether something stood at a path before it. */
  learn(path: string, stood: boolean): void {
    if (this.isExposed(path)) this.#past.learn(path, stood)
  }

  /** The real file behind a path; undefined if there is none. */
  original(path: string): BigIntStats | undefined {
    const tree = this.#treeOf(path)
    if (tree === undefined) return lstat(path)
    return tree.real === undefined ? undefined : lstat(join(tree.real, relative(tree.path, path)))
  }

  /** What stands where the server's writes to a path land; undefined if it never wrote there, or could not. */
  written(path: string): BigIntStats | undefined {
    const tree = this.#treeOf(path)
    if (tree !== undefined) return lstat(join(tree.writes, relative(tree.path, path)))
    return this.#contained ? undefined : lstat(path)
  }

  /** A path without links: in its folders always, at its end if the call follows them. */
  resolved(path: string, follows: boolean): string {
    return this.#resolve(resolve(path), follows, MAX_LINKS)
  }

  #resolve(path: string, follows: boolean, links: number): string {
    if (path === '/' || links === 0) return path
    const here = join(this.#resolve(dirname(path), true, links - 1), basename(path))
    const target = follows ? this.#link(here) : undefined
    return target === undefined ? here : this.#resolve(resolve(dirname(here), target), true, links - 1)
  }

  #link(path: string): string | undefined {
    // Its links lead wherever whoever asks stands, and that is not where the server does.
    if (isUnder(path, '/proc')) return undefined
    const tree = this.#treeOf(path)
    if (tree === undefined) return readLink(path)
    const inside = relative(tree.path, path)
    const written = join(tree.writes, inside)
    if (!tree.layered || tree.real === undefined || lstat(written) !== undefined) return readLink(written)
    return readLink(join(tree.real, inside))
  }
}

function readLink(path: string): string | undefined {
  try {
    return textOf(readlinkSync(bytesOf(path), 'buffer'))
  } catch {
    return undefined
  }
}

function isOwnSetting(path: string, isOwn: (pid: number) => boolean): boolean {
  const [, of] = PROCESS_SETTING.exec(path) ?? []
  return of === undefined ? OWN_DESCRIPTOR.test(path) : !/\d/.test(of) || isOwn(Number(of))
}
