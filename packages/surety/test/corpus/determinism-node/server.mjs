import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../lib/raw-server.mjs'
import { COUNT, TEXT } from '../lib/schema.mjs'

const WORDS = { type: 'array', items: TEXT }
const LONG = 'A long and steady sentence that is always the same, so that little of the answer ever changes. '.repeat(4)
const bornWith = randomUUID()
const frozen = createHash('sha512').update('always the same').digest('base64').repeat(6)
const calls = new Map()
let trials = 0
let runs = 0
/** @type {Promise<{ word: string }> | undefined} */
let running

serve({
  once_in_five: {
    description: 'Rolls a die.',
    output: { note: TEXT, face: COUNT },
    run: () => ({ note: LONG, face: count('once_in_five') % 5 === 4 ? 6 : 1 }),
  },
  third_trial: {
    description: 'Tells a word, in a trial version that counts its uses in a slow store.',
    input: { text: TEXT },
    output: { word: TEXT },
    run: async ({ text }) => {
      const trial = trials + 1
      await sleep(1)
      trials = trial
      return { word: trial > 2 ? `${text} (please register)` : text }
    },
  },
  shared_run: {
    description: 'Tells a word; whoever asks while another is served gets the same answer.',
    input: { text: TEXT },
    output: { word: TEXT },
    run: ({ text }) => (running ??= tellWord(text).finally(() => (running = undefined))),
  },
  numbered_error: {
    description: 'Finds a tree.',
    input: { name: TEXT },
    run: ({ name }) => {
      if (name !== 'oak') throw new Error(`NOT_FOUND: there is no such tree (${count('numbered_error')})`)
    },
  },
  steady_error: {
    description: 'Finds a tree.',
    input: { name: TEXT },
    run: ({ name }) => {
      if (name !== 'oak') throw new Error('NOT_FOUND: there is no such tree')
    },
  },
  nested_field: {
    description: 'Finds a tree.',
    output: { note: TEXT, tree: { type: 'object' } },
    run: () => ({ note: LONG, tree: { branches: [{ leaves: [1, { age: randomInt(2 ** 40) }] }] } }),
  },
  fresh_process: {
    description: 'Finds a tree.',
    output: { note: TEXT, tree: TEXT },
    run: () => ({ note: LONG, tree: bornWith }),
  },
  array_order: {
    description: 'Lists the words.',
    output: { words: WORDS },
    run: () => ({ words: count('array_order') % 2 === 0 ? ['ash', 'elm', 'oak'] : ['oak', 'ash', 'elm'] }),
  },
  counter: {
    description: 'Counts.',
    output: { note: TEXT, count: COUNT },
    run: () => ({ note: LONG, count: count('counter') }),
  },
  clock: {
    description: 'Tells the time.',
    output: { note: TEXT, at: TEXT },
    run: () => ({ note: LONG, at: String(process.hrtime.bigint()) }),
  },
  clock_of_seconds: {
    description: 'Tells the time.',
    output: { at: TEXT },
    run: () => ({ at: new Date().toUTCString() }),
  },
  clock_ignored: {
    description: 'Tells the time.',
    output: { note: TEXT, at: TEXT },
    run: () => ({ note: LONG, at: new Date().toUTCString() }),
  },
  text_only_differs: {
    description: 'Tells a word.',
    output: { word: TEXT },
    raw: true,
    run: () => ({
      content: [{ type: 'text', text: `${LONG} ${count('text_only_differs')}` }],
      structuredContent: { word: 'oak' },
    }),
  },
  one_input_only: {
    description: 'Tells a word.',
    input: { id: TEXT },
    output: { note: TEXT, word: TEXT },
    run: ({ id }) => ({ note: LONG, word: id === '7' ? `oak ${count('one_input_only')}` : 'oak' }),
  },

  steady: { description: 'Tells a word.', output: { word: TEXT }, run: () => ({ word: 'oak' }) },
  steady_by_input: {
    description: 'Hashes a text.',
    input: { text: TEXT },
    output: { hash: TEXT },
    run: ({ text }) => ({ hash: createHash('sha256').update(text).digest('hex') }),
  },
  key_order: {
    description: 'Finds a tree.',
    output: { age: COUNT, name: TEXT },
    raw: true,
    run: () => ({
      content: [{ type: 'text', text: 'An oak.' }],
      structuredContent: count('key_order') % 2 === 0 ? { age: 3, name: 'oak' } : { name: 'oak', age: 3 },
    }),
  },
  number_notation: {
    description: 'Tells an amount.',
    output: { amount: { type: 'number' } },
    raw: true,
    run: (_, session) => {
      const amount = ['100', '1e2', '100.0', '1.00E+2'][count('number_notation') % 4]
      const result = `{"content":[{"type":"text","text":"100"}],"structuredContent":{"amount":${amount}}}`
      session.write(`{"jsonrpc":"2.0","id":${JSON.stringify(session.id)},"result":${result}}`)
      return new Promise(() => {})
    },
  },
  meta_differs: {
    description: 'Tells a word.',
    output: { word: TEXT },
    raw: true,
    run: () => ({
      content: [{ type: 'text', text: 'oak', _meta: { turn: count('block') } }],
      structuredContent: { word: 'oak' },
      _meta: { turn: count('meta_differs') },
    }),
  },
  not_claimed: {
    description: 'Rolls a die.',
    output: { note: TEXT, face: COUNT },
    run: () => ({ note: LONG, face: randomInt(6) }),
  },

  random_blob: {
    description: 'Makes a key.',
    output: { key: TEXT },
    run: () => ({ key: randomBytes(300).toString('hex') }),
  },
  random_list: {
    description: 'Makes keys.',
    output: { keys: WORDS },
    run: () => ({ keys: Array.from({ length: 20 }, () => randomBytes(16).toString('base64url')) }),
  },
  random_text: { description: 'Makes a key.', output: null, run: () => randomBytes(400).toString('base64') },
  clock_unclaimed: {
    description: 'Tells the time.',
    output: { at: TEXT, ms: COUNT },
    run: () => ({ at: new Date().toISOString(), ms: Date.now() }),
  },
  counter_unclaimed: {
    description: 'Counts.',
    output: { count: COUNT },
    run: () => ({ count: count('counter_unclaimed') }),
  },
  id_in_long_answer: {
    description: 'Books.',
    output: { id: TEXT, note: TEXT },
    run: () => ({ id: randomUUID(), note: LONG }),
  },
  frozen_noise: { description: 'Shows the key.', output: { key: TEXT }, run: () => ({ key: frozen }) },
})

/** How often it was asked for, from 0. */
function count(/** @type {string} */ what) {
  const times = calls.get(what) ?? 0
  calls.set(what, times + 1)
  return times
}

async function tellWord(/** @type {string} */ text) {
  await sleep(1)
  runs += 1
  return { word: runs > 2 ? text + runs : text }
}
