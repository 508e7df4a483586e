import { EXIT, type Io } from './command.ts'

let isLost = false

/** A report that nobody got must not look like one without findings. */
export function tellOfLoss(error: Error, io: Io): void {
  // Whoever reads the report may have read enough: `surety test | head`.
  const hasEnough = 'code' in error && error.code === 'EPIPE'
  if (hasEnough || isLost) return
  isLost = true
  io.err(`surety: Nothing more can be written to stdout: ${error.message}.\n`)
  process.once('exit', () => {
    process.exitCode = EXIT.usage
  })
}

/** Exit 1 would say that a finding failed: nothing was judged. */
export function unforeseen(error: unknown): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `This is a fault of surety itself, and nothing was judged. Please report it with what follows.\n${what}`
}
