import { listProcesses } from './process-list.ts'

/**
 * The processes of a cell where none can be known by its mark: its process group, all that descend from that, and who has
 * been seen among them before. Whoever leaves the group and its parents between two looks is lost.
 */
export class ProcessGroupTracker {
  /** By number, when it was started. */
  readonly #seen = new Map<number, string>()

  /** Those that are left; `root` leads the group. */
  members(root: number): readonly number[] {
    const all = listProcesses().filter(({ state }) => state !== 'Z')
    const found = all.filter(({ pid, group, started }) => group === root || this.#seen.get(pid) === started)
    for (const { pid } of found) found.push(...all.filter((one) => one.parent === pid && !found.includes(one)))
    for (const { pid, started } of found) this.#seen.set(pid, started)
    return found.map(({ pid }) => pid)
  }
}
