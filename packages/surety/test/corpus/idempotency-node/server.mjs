import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { serve } from '../lib/raw-server.mjs'
import { COUNT, TEXT } from '../lib/schema.mjs'

let counter = 0
let created = 0
let unclaimed = 0

serve({
  append_line: {
    description: 'Writes one more line to data/log.txt.',
    run: () => fs.appendFileSync('data/log.txt', 'x\n'),
  },
  number_files: {
    description: 'Writes one more numbered file into data.',
    run: () => fs.writeFileSync(`data/${fs.readdirSync('data').length}.txt`, 'x'),
  },
  count_in_answer: { description: 'Counts up.', output: { count: COUNT }, run: () => ({ count: (counter += 1) }) },
  create_each_time: {
    description: 'Creates an order in memory.',
    input: { customer: TEXT },
    output: { orders: { type: 'array', items: TEXT } },
    run: ({ customer }) => ({ orders: Array.from({ length: (created += 1) }, () => customer) }),
  },
  grow_on_repeat_by_late_write: {
    description: 'Writes one more line to data/late.txt after it has answered.',
    run: () => void setTimeout(() => fs.appendFileSync('data/late.txt', 'x\n'), 200),
  },

  put_value: { description: 'Writes data/value.txt.', run: () => fs.writeFileSync('data/value.txt', 'the same') },
  remove_value: { description: 'Deletes data/gone.txt.', run: () => fs.rmSync('data/gone.txt', { force: true }) },
  clock_in_answer: {
    description: 'Writes data/clocked.txt and tells the time.',
    output: { at: TEXT },
    run: () => {
      fs.writeFileSync('data/clocked.txt', 'the same')
      return { at: new Date().toISOString() }
    },
  },
  chance_in_answer: {
    description: 'Makes a receipt.',
    output: { receipt: TEXT, status: TEXT, note: TEXT },
    run: () => ({
      receipt: randomUUID(),
      status: 'booked',
      note: 'The booking stands; keep this receipt for your records.',
    }),
  },
  append_unclaimed: {
    description: 'Writes one more line to data/other.txt.',
    run: () => fs.appendFileSync('data/other.txt', 'x\n'),
  },
  count_unclaimed: { description: 'Counts up.', output: { count: COUNT }, run: () => ({ count: (unclaimed += 1) }) },
})
