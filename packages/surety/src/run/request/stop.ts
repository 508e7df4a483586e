import { now } from '../../connect/now.ts'

export type StopReason = 'interrupted' | 'out of time' | 'first failure'

const WORDS: Readonly<Record<StopReason, string>> = {
  interrupted: 'the run was interrupted',
  'out of time': 'the run was out of time',
  'first failure': 'the run ended at the first tool that failed',
}

/** Ends a run before all is done. Whoever has it can ask for that; whoever works on the run looks whether somebody did. */
export class Stop {
  /** Settles when the run is to end. */
  readonly requested: Promise<void>
  /** Whether the time is short: every tool is to be called once before a slow one is called again. */
  isTimed = false
  #reason: StopReason | undefined
  #at: number | undefined
  #tell: () => void = () => {}

  constructor() {
    this.requested = new Promise((resolve) => (this.#tell = resolve))
  }

  get reason(): StopReason | undefined {
    return this.#reason
  }

  /** When it was asked for. */
  get at(): number | undefined {
    return this.#at
  }

  /** The reason as half a sentence. */
  get words(): string {
    return this.#reason === undefined ? 'the run goes on' : WORDS[this.#reason]
  }

  /** The first reason counts. */
  ask(reason: StopReason): void {
    this.#reason ??= reason
    this.#at ??= now()
    this.#tell()
  }

  /** What comes of the work; undefined if the run ends first. */
  async unlessStopped<Made>(work: Promise<Made>): Promise<Made | undefined> {
    if (this.#reason !== undefined) {
      work.catch(() => {})
      return undefined
    }
    return Promise.race([work, this.requested.then(() => undefined)])
  }

  async pause(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await this.unlessStopped(new Promise<void>((resolve) => (timer = setTimeout(resolve, ms))))
    clearTimeout(timer)
  }
}
