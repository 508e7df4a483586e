import type { Command } from './command.ts'
import type { ModuleVerb } from './module-verbs.ts'
import { ROOT_OPTION } from './studio-folder.ts'
import { type Verb, commandWithVerbs } from './verbs.ts'

/** Each is loaded when it is asked for. */
function verb(name: ModuleVerb, operand: string, usage = '[--json]'): Verb {
  return {
    operand,
    usage,
    run: async (...asked) => (await import('./module-verbs.ts')).moduleVerb(name, ...asked),
  }
}

export const modules: Command = commandWithVerbs({
  name: 'modules',
  summary: 'Lists, inspects, validates, compiles and bundles the modules of contracts below modules/.',
  verbs: {
    list: verb('list', '[filter]'),
    inspect: verb('inspect', 'REF'),
    validate: verb('validate', '[REF]'),
    compile: verb('compile', 'REF'),
    bundle: verb('bundle', 'REF'),
    codegen: verb('codegen', '[REF]'),
    schema: verb('schema', 'REF'),
    plan: verb('plan', 'ID'),
  },
  options: { json: { type: 'boolean', help: 'print JSON: what the tool of the studio answers' } },
  shared: ROOT_OPTION,
  examples: [
    'surety modules list',
    'surety modules validate',
    'surety modules compile savvi-studio/teams',
    'surety modules schema savvi-studio/teams --root ../shop',
  ],
})
