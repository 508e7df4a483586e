import { join } from 'node:path'
import type { Exit, Sighting, TreeChange, TreeState } from './cell.ts'
import { CellView } from './files/cell-view.ts'
import { RealFileWatch } from './trace/real-file-watch.ts'
import type { Habitat } from './habitat/habitat.ts'
import { launchesOf } from './habitat/launch-script.ts'
import { SpyLog } from './spy/spy-log.ts'
import { StraceSightings } from './trace/strace-sightings.ts'
import { treeState } from './files/tree-state.ts'
import { TreeWatch } from './files/tree-watch.ts'
import { isReal, isUnder } from './files/trees.ts'

/** More than any tool does that is meant to be called, and few enough to be looked through. */
const MAX_SIGHTINGS = 500_000
const TOO_MANY = `it did more than ${MAX_SIGHTINGS} things that count, and was followed no further`
const UNMEASURED = {
  silence: 'the machine was too busy to measure the memory of all that it ran',
  endings:
    'processes that it ran ended before their memory could be measured, and touched enough of it to pass the limit',
} as const

/** All that is known of what a server did: the tracer's log, the spies' log, and the trees it can write to. */
export class Observation {
  readonly sightings: Sighting[] = []
  readonly #trace: StraceSightings
  readonly #spies: SpyLog
  readonly #trees: readonly TreeWatch[]
  readonly #exposed: RealFileWatch
  /** How many sightings are in their final order. */
  #ordered = 0
  #isFull = false

  /** `seen`: where the server's own view of the file system can be looked at. */
  constructor(habitat: Habitat, seen: () => string) {
    const { trees, scratch, contained, mountPoints } = habitat
    const view = new CellView(trees, scratch, contained, mountPoints)
    this.#exposed = new RealFileWatch(view)
    const traced = { ...habitat, launches: launchesOf(habitat) }
    this.#trace = new StraceSightings(view, traced, (sighting, path) => {
      this.#add(sighting)
      if (path !== undefined && 'existed' in sighting && !sighting.lasts) this.#exposed.touch(path, sighting)
    })
    this.#spies = new SpyLog(join(scratch, 'spy'))
    this.#trees = trees
      .filter((tree) => !isReal(tree))
      .map((tree) => {
        const others = [...trees.map(({ path }) => path), ...mountPoints]
        const inner = others.filter((path) => path !== tree.path && isUnder(path, tree.path))
        return new TreeWatch(tree, view, inner, seen)
      })
  }

  /** What nobody can look through any more is not kept, and was not seen. */
  #add(sighting: Sighting): void {
    if (this.sightings.length < MAX_SIGHTINGS) this.sightings.push(sighting)
    else if (!this.#isFull) this.sightings.push({ at: sighting.at, kind: 'blind', reason: TOO_MANY })
    this.#isFull = this.sightings.length > MAX_SIGHTINGS
  }

  /** Takes in a line of the tracer's; tells how the server ended once it has. */
  line(text: string): Pick<Exit, 'code' | 'signal'> | undefined {
    this.#trace.read(text)
    return this.#trace.exit
  }

  /** Takes in that a process lives on though the server has ended; `pid`: its number in its own namespace. */
  outlived(pid: number, command: string): void {
    const at = this.#trace.startOf(pid) ?? Date.now()
    this.#add({ at, kind: 'process', command, detached: true, outlived: true })
  }

  /** Takes in that too much memory may have been in use within so long, and nobody saw it. */
  unmeasured(ms: number, cause: keyof typeof UNMEASURED): void {
    const until = Date.now()
    // Kept however much else there is: being blind to effects says nothing of memory.
    this.sightings.push({ at: until - ms, until, kind: 'memory unseen', reason: UNMEASURED[cause] })
  }

  /** Takes what stands now as the state the server starts from. */
  async baseline(): Promise<void> {
    for (const watch of this.#trees) await watch.baseline()
  }

  /** Adds what could not be told at once, and puts what is new in order of time. */
  settle(): void {
    this.#trace.settle()
    const news = [...this.sightings.splice(this.#ordered), ...this.#spies.read()]
    // One by one: a call takes no more than some hundred thousand arguments, and a server decides how many there are.
    for (const sighting of news.toSorted((a, b) => a.at - b.at)) this.sightings.push(sighting)
    this.#ordered = this.sightings.length
  }

  async changes(): Promise<readonly TreeChange[]> {
    const found: (readonly TreeChange[])[] = []
    for (const watch of [...this.#trees, this.#exposed]) {
      if (watch.mayHaveChanged()) found.push(await watch.changes())
    }
    return found.flat()
  }

  state(): Promise<TreeState> {
    return treeState([...this.#trees, this.#exposed])
  }
}
