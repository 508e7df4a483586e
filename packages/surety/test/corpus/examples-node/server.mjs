import { randomInt } from 'node:crypto'
import { serve } from '../lib/raw-server.mjs'
import { COUNT, TEXT } from '../lib/schema.mjs'

const LINES = { type: 'array', items: TEXT }
const counts = (/** @type {number} */ more) => ({
  description: 'Counts lines.',
  input: { lines: LINES },
  output: { count: COUNT, unit: TEXT },
  run: (/** @type {{ lines: string[] }} */ { lines }) => ({ count: lines.length + more, unit: 'line' }),
})

serve({
  example_differs: counts(1),
  example_differs_in_text: {
    description: 'Shouts.',
    input: { text: TEXT },
    output: null,
    run: ({ text }) => text.toLowerCase(),
  },
  example_fails: {
    description: 'Counts lines.',
    input: { lines: LINES },
    run: ({ lines }) => {
      if (lines.length > 1) throw new Error('BUSY: too many lines')
    },
  },
  example_holds: counts(0),
  example_of_chance: {
    description: 'Rolls a die.',
    output: { note: TEXT, face: COUNT },
    run: () => ({ note: 'As dice do, it shows a face between one and six.', face: randomInt(1, 7) }),
  },
  contradicting_test: counts(0),
  contradicting_example: counts(0),
})
