import { join } from 'node:path'
import type { Exit, Sighting, TreeChange, TreeState } from './cell.ts'
import { CellView } from './cell-view.ts'
import { ExposedWatch } from './exposed-watch.ts'
import type { Habitat } from './habitat.ts'
import { launchesOf } from './launch-script.ts'
import { SpyLog } from './spy-log.ts'
import { StraceSightings } from './strace-sightings.ts'
import { treeState } from './tree-state.ts'
import { TreeWatch } from './tree-watch.ts'
import { isReal, isUnder } from './trees.ts'

/** All that is known of what a server did: the tracer's log, the spies' log, and the trees it can write to. */
export class Observation {
  readonly sightings: Sighting[] = []
  readonly #trace: StraceSightings
  readonly #spies: SpyLog
  readonly #trees: readonly TreeWatch[]
  readonly #exposed: ExposedWatch
  /** How many sightings are in their final order. */
  #ordered = 0

  /** `seen`: where the server's own view of the file system can be looked at. */
  constructor(habitat: Habitat, seen: () => string) {
    const { trees, scratch, contained, mountPoints } = habitat
    const view = new CellView(trees, scratch, contained, mountPoints)
    this.#exposed = new ExposedWatch(view)
    const traced = { ...habitat, launches: launchesOf(habitat) }
    this.#trace = new StraceSightings(view, traced, (sighting, path) => {
      this.sightings.push(sighting)
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

  /** Takes in a line of the tracer's; tells how the server ended once it has. */
  line(text: string): Pick<Exit, 'code' | 'signal'> | undefined {
    this.#trace.read(text)
    return this.#trace.exit
  }

  /** Takes in that a process lives on though the server has ended; `pid`: its number in its own namespace. */
  outlived(pid: number, command: string): void {
    const at = this.#trace.startOf(pid) ?? Date.now()
    this.sightings.push({ at, kind: 'process', command, detached: true, outlived: true })
  }

  /** Takes what stands now as the state the server starts from. */
  async baseline(): Promise<void> {
    for (const watch of this.#trees) await watch.baseline()
  }

  /** Adds what could not be told at once, and puts what is new in order of time. */
  settle(): void {
    this.#trace.settle()
    this.sightings.push(...this.#spies.read())
    this.sightings.push(...this.sightings.splice(this.#ordered).toSorted((a, b) => a.at - b.at))
    this.#ordered = this.sightings.length
  }

  async changes(): Promise<readonly TreeChange[]> {
    const found: TreeChange[] = []
    for (const watch of [...this.#trees, this.#exposed]) {
      if (watch.mayHaveChanged()) found.push(...(await watch.changes()))
    }
    return found
  }

  state(): Promise<TreeState> {
    return treeState([...this.#trees, this.#exposed])
  }
}
