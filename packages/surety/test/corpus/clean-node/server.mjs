import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../lib/raw-server.mjs'
import { COUNT, TEXT } from '../lib/schema.mjs'

const TEXTS = { type: 'array', items: TEXT }
const NUMBERS = { type: 'array', items: { type: 'number' } }
const stock = fs
  .readFileSync('data/stock.csv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => row.split(','))
const cache = new Map()
let orders = 0
let isServing = false
let visits = 0

serve(
  {
    echo: {
      description: 'Gives back a text.',
      input: { text: TEXT },
      output: { text: TEXT },
      run: ({ text }) => ({ text }),
    },
    add: {
      description: 'Adds numbers.',
      input: { numbers: NUMBERS },
      output: { sum: { type: 'number' } },
      run: ({ numbers }) => ({
        sum: numbers.reduce((/** @type {number} */ sum, /** @type {number} */ n) => sum + n, 0),
      }),
    },
    sort: {
      description: 'Sorts texts.',
      input: { items: TEXTS },
      output: { items: TEXTS },
      run: ({ items }) => ({ items: items.toSorted() }),
    },
    slug: {
      description: 'Makes a slug of a title.',
      input: { title: TEXT, separator: { type: 'string', default: '-', maxLength: 1 } },
      output: { slug: TEXT },
      run: ({ title, separator = '-' }) => ({ slug: title.toLowerCase().split(/\W+/).join(separator) }),
    },
    hash: {
      description: 'Hashes a text with SHA-256.',
      input: { text: TEXT },
      output: { hash: TEXT },
      run: ({ text }) => ({ hash: createHash('sha256').update(text).digest('hex') }),
    },
    remember: {
      description: 'Hashes a text and keeps the answer in memory.',
      input: { text: TEXT },
      output: { hash: TEXT },
      run: ({ text }) => {
        if (!cache.has(text)) cache.set(text, createHash('sha1').update(text).digest('hex'))
        return { hash: cache.get(text) }
      },
    },
    stock_of: {
      description: 'Tells how many pieces of a part there are.',
      input: { part: TEXT },
      output: { qty: COUNT },
      run: ({ part }) => {
        const row = stock.find(([known]) => known === part)
        if (!row) throw new Error('RESOURCE_NOT_FOUND: there is no such part')
        return { qty: Number(row[1]) }
      },
    },
    read_stock: {
      description: 'Reads the stock file.',
      output: null,
      run: () => fs.readFileSync('data/stock.csv', 'utf8'),
    },
    now: { description: 'Tells the time.', output: { at: TEXT }, run: () => ({ at: new Date().toISOString() }) },
    ticket: {
      description: 'Draws a ticket.',
      output: { id: TEXT, venue: TEXT, rules: TEXT },
      run: () => ({
        id: randomUUID(),
        venue: 'Main hall',
        rules: 'Bring this ticket. Doors open at eight. No refunds after nine.',
      }),
    },
    order: {
      description: 'Takes an order and numbers it.',
      input: { part: TEXT, qty: { type: 'integer', minimum: 1, maximum: 9 } },
      output: { number: COUNT, part: TEXT, qty: COUNT },
      run: ({ part, qty }) => ({ number: (orders += 1), part, qty }),
    },
    weigh: {
      description: 'Converts a weight.',
      input: { value: { type: 'number', minimum: 0, maximum: 1000 }, unit: { type: 'string', enum: ['kg', 'lb'] } },
      output: { grams: { type: 'number' } },
      run: ({ value, unit }) => ({ grams: unit === 'kg' ? value * 1000 : value * 453.59237 }),
    },
    address: {
      description: 'Formats an address.',
      input: {
        to: {
          type: 'object',
          properties: { street: TEXT, zip: { type: 'string', pattern: '^[0-9]{5}$' } },
          required: ['street', 'zip'],
        },
      },
      output: { lines: TEXTS },
      run: ({ to }) => ({ lines: [to.street, to.zip] }),
    },
    draft: {
      description: 'Writes a draft to a file in the temp directory.',
      input: { text: TEXT },
      run: ({ text }) => fs.writeFileSync(join(fs.mkdtempSync(join(tmpdir(), 'draft-')), 'draft.txt'), text),
    },
    save: {
      description: 'Saves a note: writes data/note.txt.',
      input: { text: TEXT },
      annotations: { readOnlyHint: false, idempotentHint: true, openWorldHint: false },
      run: ({ text }) => fs.writeFileSync('data/note.txt', text),
    },
    ask: {
      description: 'Connects over the network to 192.0.2.40.',
      output: { reached: { type: 'boolean' } },
      run: () => reach(443, '192.0.2.40'),
    },
    words: {
      description: 'Counts words with a program.',
      output: { words: COUNT },
      run: () => ({ words: Number(execFileSync('sh', ['-c', 'wc -w < data/stock.csv'], { encoding: 'utf8' })) }),
    },
    work: {
      description: 'Works step by step.',
      run: async (_, session) => {
        for (const progress of [1, 2, 3]) {
          await sleep(10)
          session.send({ method: 'notifications/message', params: { level: 'debug', data: `step ${progress}` } })
          if (session.progressToken !== undefined)
            session.send({
              method: 'notifications/progress',
              params: { progressToken: session.progressToken, progress, total: 3 },
            })
        }
        session.send({ id: `ping-${String(session.id)}`, method: 'ping' })
      },
    },
    serve_one: {
      description: 'Serves one caller at a time.',
      output: { served: { type: 'boolean' } },
      run: async () => {
        if (isServing) throw new Error('RATE_LIMITED: somebody else is being served')
        isServing = true
        await sleep(2)
        isServing = false
        return { served: true }
      },
    },
    visit: {
      description: 'Tells whether anybody came in meanwhile.',
      output: { undisturbed: { type: 'boolean' } },
      run: async () => {
        const visit = (visits += 1)
        await sleep(2)
        return { undisturbed: visit === visits }
      },
    },
    picture: {
      description: 'Draws a dot.',
      output: null,
      raw: true,
      run: () => ({
        content: [
          {
            type: 'image',
            data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
            mimeType: 'image/png',
          },
          { type: 'resource_link', uri: 'dot://1', name: 'dot' },
        ],
      }),
    },
    currency: {
      description: 'Tells the currency that is set.',
      output: { currency: TEXT },
      run: () => ({ currency: process.env['CORPUS_CURRENCY'] ?? 'EUR' }),
    },
    greet: {
      description: 'Greets a user by name.',
      input: { who: TEXT },
      output: { greeting: TEXT },
      run: ({ who }) => ({ greeting: greetingFor(who) }),
    },
    greet_all: {
      description: 'Greets several users.',
      input: { who: TEXTS },
      output: { greetings: TEXTS },
      run: ({ who }) => ({ greetings: who.map(greetingFor) }),
    },
  },
  { pageSize: 7 },
)

function greetingFor(/** @type {string} */ who) {
  return `Hello, ${who}!`
}

/** @returns {Promise<{ reached: boolean }>} */
function reach(/** @type {number} */ port, /** @type {string} */ host) {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    const close = (/** @type {boolean} */ reached) => {
      socket.destroy()
      resolve({ reached })
    }
    socket.on('error', () => close(false)).on('connect', () => close(true))
    setTimeout(() => close(false), 300).unref()
  })
}
