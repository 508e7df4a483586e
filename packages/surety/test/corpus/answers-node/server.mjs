import { refusal, serve } from '../lib/raw-server.mjs'
import { COUNT, TEXT } from '../lib/schema.mjs'

const LINES = { type: 'array', items: TEXT }
const ORDER = {
  id: TEXT,
  customer: {
    type: 'object',
    properties: { name: TEXT, tags: { type: 'array', items: TEXT } },
    required: ['name', 'tags'],
  },
}
const order = { id: '1', customer: { name: 'Ada', tags: ['new'] } }
const says = (/** @type {string} */ text) => [{ type: 'text', text }]

const DONE = { content: says('done'), structuredContent: { done: true } }

serve({
  fails_always: {
    description: 'Looks up an order.',
    run: () => {
      throw new Error('the database is away')
    },
  },
  protocol_error: {
    description: 'Looks up an order.',
    raw: true,
    run: () => {
      throw new Error('internal')
    },
  },
  fails_as_expected: {
    description: 'Looks up an order.',
    input: { id: TEXT },
    run: ({ id }) => {
      if (id !== '1') throw new Error('RESOURCE_NOT_FOUND: there is no such order')
    },
  },

  no_result: { description: 'Answers nothing at all.', raw: true, run: () => undefined },
  content_is_text: {
    description: 'Answers.',
    raw: true,
    run: () => ({ content: 'done', structuredContent: { done: true } }),
  },
  content_is_object: {
    description: 'Answers.',
    raw: true,
    run: () => ({ content: { type: 'text', text: 'done' }, structuredContent: { done: true } }),
  },
  content_is_empty: {
    description: 'Answers.',
    raw: true,
    run: () => ({ content: [], structuredContent: { done: true } }),
  },
  array_root: {
    description: 'Lists the numbers.',
    raw: true,
    definition: { outputSchema: { type: 'array', items: COUNT } },
    run: () => ({ content: says('[1,2]'), structuredContent: [1, 2] }),
  },

  input_without_type: {
    description: 'Answers.',
    definition: { inputSchema: { properties: {} } },
    run: () => undefined,
  },
  input_not_there: { description: 'Answers.', definition: { inputSchema: undefined }, run: () => undefined },
  input_of_other_type: {
    description: 'Answers.',
    definition: { inputSchema: { type: ['object', 'null'] } },
    run: () => undefined,
  },
  input_of_nothing: { description: 'Answers.', definition: { inputSchema: { type: 'object' } }, run: () => undefined },

  answers_twice: {
    description: 'Answers.',
    run: (_, session) => session.send({ id: session.id, result: DONE }),
  },
  answers_by_text_id: {
    description: 'Answers.',
    run: (_, session) => session.send({ id: String(session.id), result: DONE }),
  },
  answers_in_latin1: {
    description: 'Answers.',
    run: (_, session) => {
      const message = { jsonrpc: '2.0', id: session.id, result: { ...DONE, content: says('gr\u00fc\u00df dich') } }
      process.stdout.write(Buffer.from(`${JSON.stringify(message)}\n`, 'latin1'))
    },
  },
  answers_another: {
    description: 'Answers.',
    run: (_, session) => {
      session.send({ id: Number(session.id) + 1000, result: DONE })
      return new Promise(() => {})
    },
  },
  tells_of_progress: {
    description: 'Answers.',
    run: (_, session) => session.send({ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } }),
  },

  wrong_type: { description: 'Counts.', output: { count: COUNT }, run: () => ({ count: 'many' }) },
  wrong_deep_down: {
    description: 'Finds an order.',
    output: ORDER,
    run: () => ({ ...order, customer: { name: 'Ada', tags: ['new', 7] } }),
  },
  key_missing: { description: 'Finds an order.', output: ORDER, run: () => ({ id: '1', customer: { name: 'Ada' } }) },
  result_withheld: {
    description: 'Counts.',
    output: { count: COUNT },
    run: () => {
      throw new Error(
        'MCP error -32602: Output validation error: Invalid structured content for tool result_withheld: count: expected number',
      )
    },
  },
  structured_missing: { description: 'Counts.', output: { count: COUNT }, run: () => '{"count": 3}' },
  wrong_for_one_input: {
    description: 'Counts.',
    input: { id: TEXT },
    output: { count: COUNT },
    run: ({ id }) => ({ count: id === '7' ? 1.5 : 1 }),
  },
  error_with_bad_structure: {
    description: 'Counts.',
    input: { id: TEXT },
    output: { count: COUNT },
    raw: true,
    run: ({ id }) =>
      id === '1'
        ? { content: says('1'), structuredContent: { count: 1 } }
        : { ...refusal('GONE: it is gone'), structuredContent: { count: 'x' } },
  },
  error_without_structure: {
    description: 'Counts.',
    input: { id: TEXT },
    output: { count: COUNT },
    run: ({ id }) => {
      if (id !== '1') throw new Error('GONE: it is gone')
      return { count: 1 }
    },
  },
  fits_schema: { description: 'Finds an order.', output: ORDER, run: () => order },
  text_of_wrong_type: { description: 'Counts.', output: null, run: () => '{"count": "many"}' },
  text_is_prose: { description: 'Counts.', output: null, run: () => 'There are three.' },
  text_for_test_schema: { description: 'Counts.', output: null, run: () => '{"count": 3}' },
  text_fits_schema: { description: 'Counts.', output: null, run: () => '{"count": 3}' },
  text_fits_text: { description: 'Tells the count.', output: null, run: () => '3' },
  extra_keys: { description: 'Counts.', output: { count: COUNT }, run: () => ({ count: 1, unit: 'piece' }) },
  prose_beside_structure: {
    description: 'Counts.',
    output: { count: COUNT },
    raw: true,
    run: () => ({ content: says('There is one.'), structuredContent: { count: 1 } }),
  },

  code_in_text: refusing(() => refusal('CLOSED: the shop is closed')),
  code_in_structure: refusing(() => ({ ...refusal('closed'), structuredContent: { error: { code: 'CLOSED' } } })),
  code_beside: refusing(() => ({ ...refusal('closed'), structuredContent: { code: 'CLOSED' } })),
  code_in_meta: refusing(() => ({ ...refusal('closed'), _meta: { 'surety.dev/error': { code: 'CLOSED' } } })),
  code_declared: refusing(() => refusal('CLOSED: the shop is closed')),
  code_standard: refusing(() => refusal('RESOURCE_NOT_FOUND: there is no such shop')),
  code_unlisted_anywhere: refusing(() => refusal('CLOSED: the shop is closed')),
  no_code: refusing(() => refusal('The shop is closed: come back later')),

  wrong_total: { description: 'Adds up.', output: { total: COUNT }, run: () => ({ total: 21 }) },
  wrong_length: { description: 'Lists the lines.', output: { lines: LINES }, run: () => ({ lines: ['a', 'b'] }) },
  wrong_form: { description: 'Tells the currency.', output: { currency: TEXT }, run: () => ({ currency: 'euro' }) },
  wrong_count: {
    description: 'Counts lines.',
    input: { lines: LINES },
    output: { count: COUNT },
    run: ({ lines }) => ({ count: lines.length + 1 }),
  },
  no_error: { description: 'Opens the shop.', input: { id: TEXT }, run: () => undefined },
  other_error: refusing(() => refusal('BUSY: try again')),
  right_total: { description: 'Adds up.', output: { total: COUNT }, run: () => ({ total: 20 }) },
  right_count: {
    description: 'Counts lines.',
    input: { lines: LINES },
    output: { count: COUNT, currency: TEXT, lines: LINES },
    run: ({ lines }) => ({ count: lines.length, currency: 'EUR', lines }),
  },
})

/** A tool that serves shop 1 and refuses every other. */
function refusing(/** @type {() => Record<string, unknown>} */ refuse) {
  return {
    description: 'Opens a shop.',
    input: { id: TEXT },
    output: null,
    raw: true,
    run: (/** @type {{ id: string }} */ { id }) => (id === '1' ? { content: says('open') } : refuse()),
  }
}
