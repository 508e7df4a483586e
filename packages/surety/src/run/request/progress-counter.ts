import type { Progress } from './request.ts'

/** Counts what is done of what is planned, phase by phase, and tells of each step. */
export class ProgressCounter {
  readonly #tell: Progress
  #phase = ''
  #done = 0
  #total = 0

  constructor(tell: Progress) {
    this.#tell = tell
  }

  begin(phase: string, total = 0): void {
    this.#phase = phase
    this.#done = 0
    this.#total = total
    this.#say(undefined)
  }

  /** So much more is to be done, or less. */
  plan(more: number): void {
    this.#total = Math.max(this.#done, this.#total + more)
  }

  /** One thing more is done, or begun, of this tool. */
  step(tool: string): void {
    this.#done += 1
    this.#total = Math.max(this.#done, this.#total)
    this.#say(tool)
  }

  #say(tool: string | undefined): void {
    const counted = { phase: this.#phase, done: this.#done, total: this.#total }
    this.#tell(tool === undefined ? counted : { ...counted, tool })
  }
}
