import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { serve } from '../lib/raw-server.mjs'
import { COUNT, TEXT } from '../lib/schema.mjs'

const ID = { input: { id: TEXT }, output: { label: TEXT } }

/** A helper that tools share: it is no tool. */
function formatLabel(/** @type {string} */ id) {
  return `user ${id}`
}

function fetchUser(/** @type {{ id: string }} */ { id }) {
  const label = formatLabel(id)
  return { label: label.toUpperCase() }
}

const registry = serve({
  fetch_user: { description: 'Finds a user.', ...ID, run: fetchUser },
  count_users: { description: 'Counts the users.', output: { count: COUNT }, run: () => ({ count: [1, 2, 3].length }) },

  calls_function: { description: 'Greets.', ...ID, run: (args) => ({ label: `Hello ${fetchUser(args).label}` }) },
  calls_as_expected: {
    description: 'Greets.',
    ...ID,
    run: (args, session) => registry.get('fetch_user')?.run(args, session),
  },
  calls_nobody_as_expected: { description: 'Greets.', ...ID, run: ({ id }) => ({ label: `Hello ${id}` }) },
  calls_registry: {
    description: 'Greets.',
    ...ID,
    run: (args, session) => registry.get('fetch_user')?.run(args, session),
  },
  calls_dispatcher: {
    description: 'Greets.',
    ...ID,
    run: async (args, session) => {
      await session.dispatch('tools/call', { name: 'fetch_user', arguments: args })
      return { label: 'done' }
    },
  },
  calls_late: {
    description: 'Greets.',
    ...ID,
    run: (args, session) => {
      setTimeout(() => registry.get('fetch_user')?.run(args, session), 100)
      return { label: 'soon' }
    },
  },
  calls_second_process: {
    description: 'Greets.',
    ...ID,
    run: async (args) => ({ label: JSON.stringify(await askAnother('fetch_user', args)).slice(0, 10) }),
  },
  calls_one_declared_one_not: {
    description: 'Greets.',
    ...ID,
    run: (args, session) => {
      registry.get('fetch_user')?.run(args, session)
      registry.get('count_users')?.run({}, session)
      return { label: 'both' }
    },
  },
  calls_for_one_input: {
    description: 'Greets.',
    ...ID,
    run: (args) => (args.id === '7' ? fetchUser(args) : { label: 'none' }),
  },

  calls_and_declares_nothing: { description: 'Greets.', ...ID, run: (args) => ({ label: fetchUser(args).label }) },
  declares_nothing: { description: 'Labels nobody.', ...ID, run: () => ({ label: 'nobody' }) },
  calls_declared: { description: 'Greets.', ...ID, run: (args) => fetchUser(args) },
  shares_helper: { description: 'Labels a user.', ...ID, run: ({ id }) => ({ label: formatLabel(id) }) },
  calls_nothing: { description: 'Labels nobody.', ...ID, run: () => ({ label: 'nobody' }) },
})

/** Starts this server once more and calls one of its tools. */
async function askAnother(/** @type {string} */ toolName, /** @type {unknown} */ args) {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] })
  const send = (/** @type {object} */ message) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'inner', version: '1' } }
  send({ id: 1, method: 'initialize', params: client })
  send({ method: 'notifications/initialized' })
  send({ id: 2, method: 'tools/call', params: { name: toolName, arguments: args } })
  for await (const line of createInterface({ input: child.stdout })) {
    const message = JSON.parse(line)
    if (message.id !== 2) continue
    child.stdin.end()
    return message.result
  }
}
