import { EXIT } from './command.ts'

const atOnce = (): void => process.exit(EXIT.interrupted)
let end = atOnce

/** A signal ends the command: at once, unless the command has said how it ends in order. A second one does not wait for that. */
export function obeySignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      const obey = end
      end = atOnce
      obey()
    })
}

/** From now on the first signal calls this. */
export function endInOrder(orderly: () => void): void {
  end = orderly
}
