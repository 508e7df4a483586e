import * as fs from 'node:fs'
import { connect as open } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '../lib/raw-server.mjs'
import { COUNT } from '../lib/schema.mjs'

const scratch = () => fs.writeFileSync(join(tmpdir(), 'corpus-report.txt'), 'x')
let count = 0

serve({
  read_only_writes: {
    description: 'Writes data/report.txt.',
    annotations: { readOnlyHint: true },
    run: () => fs.writeFileSync('data/report.txt', 'x'),
  },
  harmless_deletes: {
    description: 'Deletes data/old.txt.',
    annotations: { readOnlyHint: false, destructiveHint: false },
    run: () => fs.rmSync('data/old.txt', { force: true }),
  },
  harmless_truncates: {
    description: 'Empties data/log.txt by writing nothing to it.',
    annotations: { readOnlyHint: false, destructiveHint: false },
    run: () => fs.truncateSync('data/log.txt', 0),
  },
  harmless_overwrites: {
    description: 'Writes data/keep.txt anew, longer than it was.',
    annotations: { readOnlyHint: false, destructiveHint: false },
    run: () => fs.writeFileSync('data/keep.txt', 'something else, and more of it\n'),
  },
  closed_world_connects: {
    description: 'Connects over the network to 192.0.2.20.',
    annotations: { openWorldHint: false },
    run: () => connect('192.0.2.20'),
  },
  closed_world_of_another: {
    description: 'Lists orders. Connects to api.example.com.',
    annotations: { openWorldHint: false },
    run: () => connect('api.example.com'),
  },
  repeatable_appends: {
    description: 'Writes one more line to data/lines.txt.',
    annotations: { readOnlyHint: false, idempotentHint: true },
    run: () => fs.appendFileSync('data/lines.txt', 'x\n'),
  },
  repeatable_counts: {
    description: 'Counts up.',
    annotations: { readOnlyHint: false, idempotentHint: true },
    output: { count: COUNT },
    run: () => ({ count: (count += 1) }),
  },
  promise_first: {
    description: 'Writes one more line to data/promised.txt.',
    annotations: { readOnlyHint: false, idempotentHint: true },
    run: () => fs.appendFileSync('data/promised.txt', 'x\n'),
  },

  read_only_reads: {
    description: 'Reads the log.',
    annotations: { readOnlyHint: true, openWorldHint: false, idempotentHint: true, destructiveHint: false },
    output: null,
    run: () => fs.readFileSync('data/keep.txt', 'utf8'),
  },
  read_only_logs: {
    description: 'Shows the report. Writes a log into the temp directory.',
    annotations: { readOnlyHint: true },
    run: scratch,
  },
  closed_world_stays: {
    description: 'Connects to a service of this machine.',
    annotations: { openWorldHint: false },
    run: () => connect('127.0.0.1'),
  },
  example_orders: {
    description: 'Lists orders of the service Example. Connects to api.example.com.',
    annotations: { openWorldHint: false },
    run: () => connect('api.example.com'),
  },
  harmless_adds: {
    description: 'Writes data/new.txt, a file that was not there.',
    annotations: { readOnlyHint: false, destructiveHint: false },
    run: () => fs.writeFileSync('data/new.txt', 'x'),
  },
  harmless_appends: {
    description: 'Appends one line to data/log.txt.',
    annotations: { readOnlyHint: false, destructiveHint: false },
    run: () => fs.appendFileSync('data/log.txt', 'one more\n'),
  },
  harmless_inserts: {
    description: 'Adds one item to data/items.',
    annotations: { readOnlyHint: false, destructiveHint: false },
    run: () => {
      const list = JSON.parse(fs.readFileSync('data/items', 'utf8'))
      list.items.push('more')
      fs.writeFileSync('data/items.new', `${JSON.stringify(list, null, 2)}\n`)
      fs.renameSync('data/items.new', 'data/items')
    },
  },
  open_world_connects: {
    description: 'Connects over the network to 192.0.2.21.',
    annotations: { openWorldHint: true },
    run: () => connect('192.0.2.21'),
  },
  repeatable_puts: {
    description: 'Writes data/value.txt.',
    annotations: { readOnlyHint: false, idempotentHint: true },
    run: () => fs.writeFileSync('data/value.txt', 'the same'),
  },

  undocumented_write: { description: 'Makes a summary.', run: scratch },
  undocumented_connection: { description: 'Makes a summary.', run: () => connect('192.0.2.22') },
  documented_write: { description: 'Makes a summary and writes it to a file in the temp directory.', run: scratch },
})

function connect(/** @type {string} */ host) {
  return new Promise((resolve) => {
    const socket = open(80, host)
    const close = () => resolve(socket.destroy() && undefined)
    socket.on('error', close).on('connect', close)
    setTimeout(close, 300).unref()
  })
}
