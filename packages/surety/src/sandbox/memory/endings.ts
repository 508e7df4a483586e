import { type Faults, faultsOf, hugeFaults, hugePageBytes, pageBytes } from '../processes/process-tree.ts'
import type { Memory } from '../processes/process-facts.ts'

/** What is known of processes that ended since they were last looked at. */
export interface Ended {
  /** Whether there may be any. */
  readonly some: boolean
  /** At most so many bytes of their own they had at a time: a page that was never touched takes no memory. */
  readonly bytes: number
}

interface Look {
  readonly faults: Faults
  readonly resident: number
}

/** Tells what processes held that have ended, by what the others have heard of it: nobody needs to have looked at them. */
export class Endings {
  #before: ReadonlyMap<number, Look> = new Map()
  #hugeBefore = 0

  /** `memory`: of all that are there, of those that take in orphans too. */
  since(memory: ReadonlyMap<number, Memory>): Ended {
    const before = this.#before
    const looks = [...memory].map(([pid, { resident }]) => [pid, { faults: faultsOf(pid), resident }] as const)
    const now = new Map(looks)
    const huge = hugeFaults()
    const hugeSince = huge - this.#hugeBefore
    this.#before = now
    this.#hugeBefore = huge
    const gone = [...before].filter(([pid, look]) => isAlive(look) && !isAlive(now.get(pid))).map(([, look]) => look)
    // A process that ends leaves its faults to its parent: those that no living one has made were theirs.
    const ofLiving = looks.filter(([, look]) => isAlive(look))
    const grown = ofLiving.map(([pid, { faults }]) => faults.own - (before.get(pid)?.faults.own ?? 0))
    const unseen = Math.max(0, allOf(now) - allOf(before) - sum(grown))
    const seen = gone.map(({ faults, resident }) => Math.min(resident, faults.own * pageBytes()))
    const isUntold = looks.some(([, { faults }]) => faults.ofEnded === undefined)
    return {
      some: isUntold || unseen > 0 || gone.length > 0,
      bytes: sum(seen) + unseen * pageBytes() + Math.min(unseen, hugeSince) * hugePageBytes(),
    }
  }
}

function isAlive(look: Look | undefined): boolean {
  return look !== undefined && !look.faults.hasEnded
}

function allOf(looks: ReadonlyMap<number, Look>): number {
  return sum([...looks.values()].map(({ faults }) => faults.own + (faults.ofEnded ?? 0)))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
