import { serve } from '../../packages/surety/test/corpus/lib/raw-server.mjs'
import { TEXT } from '../../packages/surety/test/corpus/lib/schema.mjs'

/** Serves one tool of one of the files beside it, and a second one that it may call. */
const [file, name = ''] = process.argv.slice(2)
const { [name]: run, goesOnElsewhere } = await import(`./${file}.mjs`)
const common = { input: { id: TEXT, list: { type: 'array' } }, optional: ['list'], output: null }

if (goesOnElsewhere?.() !== true) {
  const registry = serve({
    [name]: { ...common, description: 'Answers.', run: async (args) => (await run(args, registry)) ?? 'done' },
    other: { ...common, description: 'Finds a name.', run: ({ id }) => `name of ${id}` },
  })
}
