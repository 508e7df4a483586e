import { serve } from '../lib/raw-server.mjs'
import { COUNT, TEXT } from '../lib/schema.mjs'

const YEAR = { type: 'integer', minimum: 1900, maximum: 2100 }
const LIST = { type: 'array', items: TEXT }
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
  refuses_empty: {
    description: 'Measures a text.',
    input: { text: TEXT },
    output: { size: COUNT },
    run: ({ text }) => {
      if (text === '') throw new Error('A text is needed.')
      return { size: text.length }
    },
  },
  refuses_empty_list: {
    description: 'Counts what is listed.',
    input: { list: LIST },
    output: { size: COUNT },
    run: ({ list }) => {
      if (list.length === 0) throw new Error('list must not be empty')
      return { size: list.length }
    },
  },
  refuses_none_of_two: {
    description: 'Measures.',
    input: { text: TEXT, list: LIST },
    optional: ['text', 'list'],
    output: { size: COUNT },
    run: ({ text, list }) => {
      if (text === undefined && list === undefined) throw new Error('Give a text or a list.')
      return { size: (text ?? list).length }
    },
  },
  stumbles_over_empty: {
    description: 'Tells the first letter.',
    input: { text: TEXT },
    output: { first: TEXT },
    run: ({ text }) => ({ first: text[0].toUpperCase() }),
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

  refuses_empty_as_it_says: {
    description: 'Measures a text.',
    input: { text: { type: 'string', minLength: 1 } },
    output: { size: COUNT },
    run: ({ text }) => ({ size: text.length }),
  },
  takes_empty_list: {
    description: 'Counts what is listed.',
    input: { list: LIST },
    output: { size: COUNT },
    run: ({ list }) => ({ size: list.length }),
  },
  refuses_none_of_two_as_it_says: {
    description: 'Measures.',
    definition: {
      inputSchema: {
        type: 'object',
        properties: { text: TEXT, list: LIST },
        anyOf: [{ required: ['text'] }, { required: ['list'] }],
      },
    },
    input: { text: TEXT, list: LIST },
    optional: ['text', 'list'],
    output: { size: COUNT },
    run: ({ text, list }) => {
      if (text === undefined && list === undefined) throw new Error('Give a text or a list.')
      return { size: (text ?? list).length }
    },
  },
  knows_no_empty: {
    description: 'Tells what is written on a page.',
    input: { page: TEXT },
    output: { text: TEXT },
    run: ({ page }) => {
      if (page !== 'home') throw new Error('RESOURCE_NOT_FOUND: there is no such page')
      return { text: 'Welcome.' }
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
