import type { Command } from './command.ts'
import { ROOT_OPTION } from './studio-folder.ts'
import { commandWithVerbs } from './verbs.ts'

export const contracts: Command = commandWithVerbs({
  name: 'contracts',
  summary: "Prints contracts as Markdown: of a module's tools, or of the studio's own.",
  verbs: {
    doc: {
      operand: '[REF]',
      usage: '[--examples | --safety]',
      run: async (...asked) => (await import('./contracts-doc.ts')).docVerb(...asked),
    },
  },
  options: {
    examples: { type: 'boolean', help: 'print how each tool is called, and what it answers' },
    safety: { type: 'boolean', help: 'print what each tool may do, and what keeps it from doing more' },
  },
  shared: ROOT_OPTION,
  examples: [
    'surety contracts doc savvi-studio/teams',
    'surety contracts doc > CONTRACTS.md',
    'surety contracts doc --safety',
  ],
})
