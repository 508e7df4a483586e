import { memoryBlindness } from '../sandbox/blindness.ts'
import type { Ability } from '../sandbox/cell.ts'
import { probeLayers } from '../sandbox/probe-layers.ts'
import { asCalled } from './called-as.ts'
import { type Command, EXIT } from './command.ts'
import { withoutLayers } from './without-layers.ts'

const LAYERS = [
  {
    layer: 'L1',
    name: 'namespace',
    gives: 'contains the server: project and HOME copy-on-write, no network, nothing outlives the run',
  },
  { layer: 'L2', name: 'strace', gives: 'sees every attempt: files, connections and processes, undone ones too' },
  { layer: 'L3', name: 'spy', gives: 'sees hidden tool calls and mutated inputs in Node and Python servers' },
] as const

export const doctor: Command = {
  name: 'doctor',
  summary: 'Tells which layers of the sandbox work on this machine, why others do not, and what would enable them.',
  operands: '',
  options: { json: { type: 'boolean', help: 'print JSON' } },
  takesCommand: false,
  examples: ['surety doctor'],
  async run(parsed, io) {
    const found = await probeLayers({ without: withoutLayers(io.env) })
    if (parsed.flag('json')) {
      io.out(
        `${JSON.stringify({ version: 1, node: process.version, platform: process.platform, layers: found }, null, 2)}\n`,
      )
      return EXIT.ok
    }
    const limits = memoryBlindness() === undefined ? 'time, output and memory limits' : 'time and output limits'
    const basic = `✓ L0 limits     ${limits}; lasting changes of files
`
    const layers = LAYERS.map(({ layer, name, gives }) => describe(`${layer} ${name}`, gives, found[layer]))
    io.out(asCalled(basic + layers.join(''), io.calledAs))
    return EXIT.ok
  },
}

function describe(name: string, gives: string, ability: Ability): string {
  if (ability.works) return `✓ ${name.padEnd(13)} ${gives}\n`
  const enable = ability.enable === undefined ? '' : `\n  to enable it:   ${ability.enable}`
  return `✗ ${name.padEnd(13)} ${gives}\n  not here:       ${ability.reason}${enable}\n`
}
