import { serve } from '../lib/raw-server.mjs'
import { COUNT, TEXT } from '../lib/schema.mjs'

serve({
  add: {
    description: 'Adds two numbers.',
    input: { a: COUNT, b: COUNT },
    output: { sum: { type: 'number' } },
    run: ({ a, b }) => ({ sum: a + b }),
  },
  find: {
    description: 'Finds a user.',
    input: { id: TEXT },
    output: { found: { type: 'boolean' } },
    run: ({ id }) => {
      if (id !== 'ada') throw new Error('RESOURCE_NOT_FOUND: there is no such user')
      return { found: true }
    },
  },
  takes_number_as_text: {
    description: 'Doubles a number.',
    lax: true,
    input: { a: COUNT },
    run: ({ a }) => {
      if (!Number.isInteger(Number(a ?? 'none'))) throw new Error('A number is needed.')
    },
  },
  flood: { description: 'Shows a page.', output: null, run: () => 'x'.repeat(60 * 1024) },
})
