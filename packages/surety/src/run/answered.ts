import { NO_PASS, type Pass, type TaskDone } from './pass.ts'
import type { Performed } from './perform.ts'
import type { Seat } from './seat.ts'
import type { Task } from './subject.ts'

/** Gathers what came of tasks; `whole` when all are done, which they never are where the server does not start again. */
export class Answered {
  readonly whole: Promise<Pass>
  readonly #performed: Performed[] = []
  readonly #seats = new Set<Seat>()
  #left: number
  #complete: (pass: Pass) => void = () => {}

  constructor(tasks: readonly Task[]) {
    this.#left = tasks.length
    this.whole = tasks.length === 0 ? Promise.resolve(NO_PASS) : new Promise((resolve) => (this.#complete = resolve))
  }

  add({ performed, seat }: TaskDone): void {
    this.#performed.push(...performed)
    this.#seats.add(seat)
    this.#left -= 1
    if (this.#left > 0) return
    const processes = [...this.#seats].flatMap((one) => one.processes)
    this.#complete({ ...NO_PASS, performed: this.#performed, processes })
  }
}
