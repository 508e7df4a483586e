import * as fs from 'node:fs'
import { serve } from '../lib/raw-server.mjs'

let log
/** Opened by whoever comes first: later writes show in the file alone. */
const append = () => fs.writeSync((log ??= fs.openSync('audit.log', 'a')), 'x')

serve({
  keep_log: { description: 'Writes a line to audit.log.', run: () => void append() },
  look_up: { description: 'Looks something up.', run: () => void append() },
  look_on: { description: 'Looks on.', run: () => {} },
})
