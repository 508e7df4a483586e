import { spawn } from 'node:child_process'
import { serve } from '../lib/raw-server.mjs'
import { TEXT } from '../lib/schema.mjs'

const ID = { input: { id: TEXT }, output: { label: TEXT } }

function fetchUser(/** @type {{ id: string }} */ { id }) {
  return { label: `user ${id}` }
}

// The server proper is a process without the options that node was given.
if (process.env['SERVES'] === undefined) {
  delete process.env['NODE_OPTIONS']
  const env = { ...process.env, SERVES: 'yes' }
  const server = spawn(process.execPath, [import.meta.filename], { stdio: 'inherit', env })
  server.on('exit', (code) => process.exit(code ?? 1))
} else {
  serve({
    fetch_user: { description: 'Finds a user.', ...ID, run: fetchUser },
    calls_function: { description: 'Greets.', ...ID, run: (args) => ({ label: `Hello ${fetchUser(args).label}` }) },
  })
}
