import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../lib/raw-server.mjs'
import { COUNT, TEXT } from '../lib/schema.mjs'

const ITEMS = { type: 'array', items: TEXT }
const UNIT = { type: 'string', enum: ['kg', 'lb'] }
const SHARE = { type: 'integer', minimum: 1, maximum: 100 }
const MANY = ['adults', 'children', 'beds', 'rooms', 'nights', 'meals', 'bags', 'pets']
const NO_TEXT = { error: 'Missing required arguments: text' }
const says = (/** @type {string} */ text) => ({ content: [{ type: 'text', text }] })
const LIMIT = { type: 'integer', default: 10 }

let isMeasuring = false

serve({
  takes_wrong_type: {
    description: 'Measures a text.',
    lax: true,
    input: { text: TEXT },
    run: (args) => requireKeys(args, 'text'),
  },
  takes_missing_unless_busy: {
    description: 'Measures a text, one at a time.',
    lax: true,
    input: { text: TEXT },
    run: async ({ text = '' }) => {
      if (isMeasuring) throw new Error('RATE_LIMITED: another text is being measured')
      isMeasuring = true
      await sleep(2)
      isMeasuring = false
      if (typeof text !== 'string') throw new Error('A text is needed.')
    },
  },
  takes_out_of_range: {
    description: 'Takes a share in percent.',
    lax: true,
    input: { share: SHARE },
    run: ({ share }) => {
      if (!Number.isInteger(share)) throw new Error('A share is a whole number.')
    },
  },
  takes_non_member: {
    description: 'Weighs.',
    lax: true,
    input: { unit: UNIT },
    run: ({ unit }) => {
      if (typeof unit !== 'string') throw new Error('A unit is a text.')
    },
  },
  takes_missing: {
    description: 'Measures a text.',
    lax: true,
    input: { text: TEXT },
    run: ({ text = '' }) => {
      if (typeof text !== 'string') throw new Error('A text is needed.')
    },
  },
  takes_missing_without_errors: {
    description: 'Checks a text.',
    lax: true,
    input: { text: TEXT },
    output: { errors: { type: 'array' } },
    run: () => ({ errors: [] }),
  },
  refuses_in_json: {
    description: 'Measures a text.',
    lax: true,
    raw: true,
    input: { text: TEXT },
    output: null,
    run: ({ text }) => says(JSON.stringify(typeof text === 'string' ? { size: text.length } : NO_TEXT)),
  },
  refuses_in_words: {
    description: 'Measures a text.',
    lax: true,
    raw: true,
    input: { text: TEXT },
    output: null,
    run: ({ text }) => says(typeof text === 'string' ? String(text.length) : 'Error: text must be a text.'),
  },
  refuses_part_by_name: {
    description: 'Measures a text.',
    lax: true,
    raw: true,
    input: { text: TEXT },
    output: null,
    run: ({ text }) => says(typeof text === 'string' ? String(text.length) : 'Hm. Here the text is not a text.'),
  },
  greets_whatever_it_is: {
    description: 'Greets by name.',
    lax: true,
    raw: true,
    input: { name: TEXT },
    output: null,
    run: ({ name }) => says(`Hello ${String(name)}, what a name!`),
  },
  refuses_in_words_as_error: {
    description: 'Measures a text.',
    lax: true,
    raw: true,
    input: { text: TEXT },
    output: null,
    run: ({ text }) =>
      typeof text === 'string' ? says(String(text.length)) : { ...says('Error: text must be a text.'), isError: true },
  },
  takes_nested_wrong_type: {
    description: 'Ships to an address.',
    lax: true,
    input: { address: { type: 'object', properties: { zip: { type: 'string' } }, required: ['zip'] } },
    run: ({ address }) => {
      if (typeof address !== 'object' || address === null) throw new Error('An address is an object.')
      requireKeys(address, 'zip')
    },
  },
  takes_wrong_item: {
    description: 'Joins texts.',
    lax: true,
    input: { items: ITEMS },
    run: ({ items }) => {
      if (!Array.isArray(items)) throw new Error('Items are a list.')
    },
  },
  takes_number_as_text: {
    description: 'Takes a share in percent.',
    lax: true,
    input: { share: SHARE },
    run: ({ share }) => {
      if (share === undefined || !(Number(share) >= 1 && Number(share) <= 100)) throw new Error('No share.')
    },
  },
  takes_truth_as_text: {
    description: 'Turns a light on.',
    lax: true,
    input: { on: { type: 'boolean' } },
    run: ({ on }) => {
      if (!['true', 'false'].includes(String(on))) throw new Error('On or off?')
    },
  },
  takes_last_of_many: {
    description: 'Books a trip.',
    lax: true,
    input: Object.fromEntries(MANY.map((key) => [key, COUNT])),
    run: (args) => {
      requireKeys(args, ...MANY)
      for (const key of MANY.slice(0, -1)) if (!Number.isInteger(args[key])) throw new Error(`No ${key}.`)
    },
  },
  refuses_each_of_many: {
    description: 'Books a trip.',
    input: Object.fromEntries(MANY.map((key) => [key, COUNT])),
    run: () => undefined,
  },
  takes_wrong_optional: {
    description: 'Lists a page.',
    lax: true,
    input: { page: COUNT, size: COUNT },
    optional: ['size'],
    run: ({ page }) => {
      if (!Number.isInteger(page)) throw new Error('Which page?')
    },
  },
  takes_wrong_item_of_none: {
    description: 'Books a trip.',
    lax: true,
    input: { stops: { type: 'array', items: { type: 'object', properties: { days: COUNT }, required: ['days'] } } },
    run: ({ stops }) => {
      if (!Array.isArray(stops)) throw new Error('Stops are a list.')
    },
  },
  has_untested_form: {
    description: 'Pays.',
    input: { by: { type: 'string', enum: ['cash', 'card'] } },
    definition: {
      inputSchema: {
        type: 'object',
        properties: { by: { type: 'string', enum: ['cash', 'card'] } },
        required: ['by'],
        oneOf: [
          { properties: { by: { const: 'cash' } } },
          { properties: { by: { const: 'card' }, number: { type: 'string' } }, required: ['number'] },
        ],
      },
    },
    run: () => undefined,
  },
  refuses_all: {
    description: 'Ships a share.',
    input: { share: SHARE, unit: UNIT, text: TEXT },
    run: () => undefined,
  },
  refuses_by_protocol: {
    description: 'Measures a text.',
    lax: true,
    raw: true,
    input: { text: TEXT },
    run: ({ text }) => {
      if (typeof text !== 'string') throw new Error('Invalid params')
      return { content: [], structuredContent: { done: true } }
    },
  },
  drops_unknown_keys: {
    description: 'Measures a text.',
    input: { text: TEXT },
    definition: {
      inputSchema: { type: 'object', properties: { text: TEXT }, required: ['text'], additionalProperties: false },
    },
    run: () => undefined,
  },

  takes_item_out: {
    description: 'Tells the first text.',
    input: { items: ITEMS },
    output: { first: TEXT },
    run: ({ items }) => ({ first: items.shift() ?? '' }),
  },
  deletes_key: {
    description: 'Measures a text.',
    input: { text: TEXT },
    run: (args) => void delete args.text,
  },
  fills_in_default: {
    description: 'Measures a text.',
    input: { options: { type: 'object', properties: { depth: COUNT } } },
    run: ({ options }) => void (options.depth ??= 3),
  },
  echoes_changed: {
    description: 'Books an amount.',
    input: { amount: COUNT },
    output: { input: { type: 'object' } },
    run: ({ amount }) => ({ input: { amount: amount + 1 } }),
  },
  echoes_faithfully: {
    description: 'Books an amount.',
    input: { amount: COUNT },
    output: { input: { type: 'object' } },
    run: (args) => ({ input: args }),
  },
  sorts_a_copy: {
    description: 'Sorts texts.',
    input: { items: ITEMS },
    output: { items: ITEMS },
    run: ({ items }) => ({ items: items.toSorted() }),
  },
  normalizes: {
    description: 'Writes a text in small letters.',
    input: { text: TEXT },
    output: { text: TEXT },
    run: ({ text }) => ({ text: text.trim().toLowerCase() }),
  },

  default_ignored: {
    description: 'Lists a page.',
    input: { limit: LIMIT },
    output: { size: COUNT },
    run: ({ limit = 25 }) => ({ size: limit }),
  },
  default_changes_shape: {
    description: 'Lists a page.',
    input: { verbose: { type: 'boolean', default: true } },
    output: { size: COUNT },
    run: ({ verbose }) => (verbose ? { size: 1, detail: 'all' } : { size: 1 }),
  },
  default_kept: {
    description: 'Lists a page.',
    input: { limit: LIMIT },
    output: { size: COUNT },
    run: ({ limit = 10 }) => ({ size: limit }),
  },
  default_kept_with_clock: {
    description: 'Lists a page.',
    input: { limit: LIMIT },
    output: { size: COUNT, at: TEXT },
    run: ({ limit = 10 }) => ({ size: limit, at: new Date().toISOString() }),
  },
  optional_without_default: {
    description: 'Lists a page.',
    input: { limit: COUNT },
    optional: ['limit'],
    output: { size: COUNT },
    run: ({ limit = 7 }) => ({ size: limit }),
  },
})

function requireKeys(/** @type {Record<string, unknown>} */ value, /** @type {string[]} */ ...keys) {
  for (const key of keys) if (!Object.hasOwn(value, key)) throw new Error(`The key ${key} is missing.`)
}
