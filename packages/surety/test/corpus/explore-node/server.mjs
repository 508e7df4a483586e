import { serve } from '../lib/raw-server.mjs'
import { COUNT, TEXT } from '../lib/schema.mjs'

const YEAR = { type: 'integer', minimum: 1900, maximum: 2100 }
const PLACES = { type: 'integer', minimum: 0, maximum: 10 }

serve({
  needs_optional_key: {
    description: 'Rounds a number.',
    input: { value: COUNT, places: PLACES },
    optional: ['places'],
    output: { rounded: TEXT },
    run: ({ value, places }) => ({ rounded: value.toFixed(places.valueOf()) }),
  },
  refuses_its_own_bound: {
    description: 'Tells the century.',
    input: { year: YEAR },
    output: { century: COUNT },
    run: ({ year }) => {
      if (year === 1900) throw new Error('1900 is too early')
      return { century: Math.ceil(year / 100) }
    },
  },
  breaks_schema_at_bound: {
    description: 'Divides 100.',
    input: { by: { type: 'integer', minimum: 0, maximum: 10 } },
    output: { share: { type: 'number' } },
    run: ({ by }) => ({ share: 100 / by }),
  },
  dies_at_bound: {
    description: 'Tells a share.',
    input: { share: { type: 'integer', minimum: 0, maximum: 100 } },
    run: ({ share }) => {
      if (share === 100) process.exit(7)
    },
  },
  finds_nothing: {
    description: 'Finds a user.',
    input: { id: TEXT },
    output: { label: TEXT },
    run: () => {
      throw new Error('RESOURCE_NOT_FOUND: there is no such user')
    },
  },

  finds_one: {
    description: 'Finds a user.',
    input: { id: TEXT },
    output: { label: TEXT },
    run: ({ id }) => {
      if (id !== 'ada') throw new Error('RESOURCE_NOT_FOUND: there is no such user')
      return { label: 'Ada' }
    },
  },
  century_of: {
    description: 'Tells the century.',
    input: { year: YEAR },
    output: { century: COUNT },
    run: ({ year }) => ({ century: Math.ceil(year / 100) }),
  },
  rounds_off: {
    description: 'Rounds a number.',
    input: { value: COUNT, places: PLACES },
    optional: ['places'],
    output: { rounded: TEXT },
    run: ({ value, places = 0 }) => ({ rounded: value.toFixed(places) }),
  },
})
