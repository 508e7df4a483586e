import { serve } from '../lib/raw-server.mjs'
import { TEXT } from '../lib/schema.mjs'

const ID = { input: { id: TEXT }, output: { label: TEXT } }

function fetchUser(/** @type {{ id: string }} */ { id }) {
  return { label: `user ${id}` }
}

serve({
  fetch_user: { description: 'Finds a user.', ...ID, run: fetchUser },
  calls_nothing: { description: 'Labels nobody.', ...ID, run: () => ({ label: 'nobody' }) },
  never_answers: { description: 'Waits.', ...ID, run: () => new Promise(() => {}) },
  calls_function: { description: 'Greets.', ...ID, run: (args) => ({ label: `Hello ${fetchUser(args).label}` }) },
})
