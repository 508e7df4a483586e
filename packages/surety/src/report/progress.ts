import { duration } from './duration.ts'
import { printable } from './printable.ts'
import { clip } from './width.ts'

/** Where a run stands. */
interface Step {
  /** `starting`, `calling`, `retesting`, `shrinking`. */
  readonly phase: string
  readonly done: number
  readonly total: number
  readonly tool?: string
}

export interface Progress {
  readonly update: (step: Step) => void
  /** Takes the line away; the terminal is as it was. */
  readonly clear: () => void
  /** A line that stays, above the moving one. */
  readonly line: (text: string) => void
}

export interface ProgressOptions {
  readonly write: (text: string) => void
  readonly isTTY: boolean
  readonly columns: number
  /** Milliseconds; only differences matter. */
  readonly now?: () => number
}

/** One moving line on a terminal, elsewhere a plain line now and then. Nothing has to be restored after an interrupt. */
export function createProgress({ write, isTTY, columns, now = () => performance.now() }: ProgressOptions): Progress {
  return isTTY ? moving(write, columns, now) : plain(write, now)
}

const ERASE = '\r\u001b[2K'
const FRAME_MS = 60
const BEAT_MS = 1000

function moving(write: (text: string) => void, columns: number, now: () => number): Progress {
  let shown = false
  let last = -Infinity
  // One column short: a full line would make some terminals wrap, and the next frame could not erase it.
  const paint = (text: string): void => write(`${ERASE}${clip(text, columns - 1)}`)
  const life = signsOfLife(BEAT_MS, now, paint)
  const clear = (): void => {
    life.end()
    if (shown) write(ERASE)
    shown = false
    last = -Infinity
  }
  return {
    clear,
    line: (text) => {
      clear()
      write(`${printable(text)}\n`)
    },
    update: (step) => {
      life.at(step)
      if (now() - last < FRAME_MS) return
      last = now()
      shown = true
      paint(describe(step))
    },
  }
}

const FIRST_PAUSE_MS = 1000
const PAUSE_MS = 5000

/** A new phase may speak after a second, the same phase only after five; and then it does, whether or not anything was done. */
function plain(write: (text: string) => void, now: () => number): Progress {
  let last = -Infinity
  let phase: string | undefined
  const say = (text: string): void => {
    last = now()
    write(`${text}\n`)
  }
  const life = signsOfLife(PAUSE_MS, now, (text) => {
    if (now() - last >= PAUSE_MS) say(text)
  })
  return {
    clear: life.end,
    line: (text) => write(`${printable(text)}\n`),
    update: (step) => {
      life.at(step)
      if (now() - last < (step.phase === phase ? PAUSE_MS : FIRST_PAUSE_MS)) return
      phase = step.phase
      say(describe(step))
    },
  }
}

/** Tells again and again of the last step, and since when nothing was done. */
function signsOfLife(everyMs: number, now: () => number, tell: (text: string) => void) {
  let latest: { readonly step: Step; readonly at: number } | undefined
  let timer: NodeJS.Timeout | undefined
  const beat = (): void => {
    if (latest !== undefined) tell(`${describe(latest.step)} (for ${duration(now() - latest.at)})`)
  }
  return {
    at: (step: Step): void => {
      latest = { step, at: now() }
      timer ??= setInterval(beat, everyMs).unref()
    },
    end: (): void => {
      clearInterval(timer)
      timer = undefined
    },
  }
}

function describe({ phase, done, total, tool }: Step): string {
  const count = total === 0 ? '' : ` ${done}/${total}`
  return printable(`${phase}${count}${tool === undefined ? '' : ` ${tool}`}`)
}
