import { faultsOfEnded, isAlive } from './process-tree.ts'

/** By process; `undefined`: it takes no note. One that has ended, and of which nobody has taken note yet, is -1. */
type Heard = ReadonlyMap<number, number | undefined>
const ENDED = -1

/** Tells whether processes have ended, by what the others have heard of it: nobody needs to have looked at them. */
export class Endings {
  #before: Heard = new Map()

  /** May one have ended since this was last asked? `family`: all that are there, those that take in orphans too. */
  mayHaveBeen(family: readonly number[]): boolean {
    const before = this.#before
    const heard = family.map((pid) => [pid, isAlive(pid) ? faultsOfEnded(pid) : ENDED] as const)
    const now: Heard = new Map(heard)
    this.#before = now
    const isGone = [...before.keys()].some((pid) => !now.has(pid))
    return isGone || heard.some(([pid, faults]) => faults === undefined || faults !== (before.get(pid) ?? 0))
  }
}
