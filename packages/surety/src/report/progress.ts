import { printable } from './printable.ts'
import { clip } from './width.ts'

/** Where a run stands. */
interface Step {
  /** `starting`, `calling`, `attributing`. */
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

function moving(write: (text: string) => void, columns: number, now: () => number): Progress {
  let shown = false
  let last = -Infinity
  const clear = (): void => {
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
      if (now() - last < FRAME_MS) return
      last = now()
      shown = true
      // One column short: a full line would make some terminals wrap, and the next frame could not erase it.
      write(`${ERASE}${clip(describe(step), columns - 1)}`)
    },
  }
}

const FIRST_PAUSE_MS = 1000
const PAUSE_MS = 10_000

/** A new phase may speak after a second, the same phase only after ten. */
function plain(write: (text: string) => void, now: () => number): Progress {
  let last = -Infinity
  let phase: string | undefined
  return {
    clear: () => {},
    line: (text) => write(`${printable(text)}\n`),
    update: (step) => {
      if (now() - last < (step.phase === phase ? PAUSE_MS : FIRST_PAUSE_MS)) return
      last = now()
      phase = step.phase
      write(`${describe(step)}\n`)
    },
  }
}

function describe({ phase, done, total, tool }: Step): string {
  const count = total === 0 ? '' : ` ${done}/${total}`
  return printable(`${phase}${count}${tool === undefined ? '' : ` ${tool}`}`)
}
