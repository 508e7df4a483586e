import { explain as explainRule } from '../judge/explain.ts'
import { RULES } from '../judge/rules/index.ts'
import { type Command, EXIT, UsageError } from './command.ts'

export const explain: Command = {
  name: 'explain',
  summary: 'Tells what a rule means, why it matters and how to mend a finding.',
  operands: '[CODE]',
  options: {},
  takesCommand: false,
  examples: ['surety explain', 'surety explain E013'],
  async run({ operands: [code] }, io) {
    if (code === undefined) {
      io.out(RULES.map((rule) => `${rule.code}  ${rule.title}\n`).join(''))
      return EXIT.ok
    }
    const text = explainRule(code.toUpperCase())
    if (text === undefined)
      throw new UsageError(`There is no rule ${JSON.stringify(code)}. \`surety explain\` lists all of them.`)
    io.out(`${text}\n`)
    return EXIT.ok
  },
}
