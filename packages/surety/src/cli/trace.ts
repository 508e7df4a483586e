import { printable, printableJson } from '../report/printable.ts'
import { type Command, EXIT, UsageError } from './command.ts'
import { STORE_OPTIONS, recordStore } from './record-store.ts'
import { timeline } from './timeline.ts'

export const trace: Command = {
  name: 'trace',
  summary: 'Shows the calls of a trace as a timeline: when, how long, by whom, what was refused and why.',
  operands: 'ID',
  options: { json: { type: 'boolean', help: 'print JSON, with inputs and outputs' }, ...STORE_OPTIONS },
  takesCommand: false,
  examples: ['surety trace 4bf92f3577b34da6a3ce929d0e0e4736', 'surety trace 4bf92f3577b34da6a3ce929d0e0e4736 --json'],
  async run(parsed, io) {
    const [traceId = ''] = parsed.operands
    if (traceId === '') throw new UsageError('surety trace needs the ID of a trace: surety trace ID.')
    const { shown, ask } = recordStore(parsed, io)
    const steps = await ask(({ journal }) => journal.trace(traceId))
    if (parsed.flag('json')) io.out(printableJson({ traceId, steps }))
    else if (steps.length > 0) io.out(timeline(traceId, steps))
    if (steps.length > 0) return EXIT.ok
    const what = `Nothing is recorded under the trace ${JSON.stringify(traceId)} in ${shown}.`
    io.err(`surety: ${printable(`${what} A call is shown once it has ended.`)}\n`)
    return EXIT.failed
  },
}
