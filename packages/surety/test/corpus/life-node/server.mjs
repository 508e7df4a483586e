import { mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { homedir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../lib/raw-server.mjs'

mkdirSync('.cache', { recursive: true })
writeFileSync('.cache/start.json', '{}')
writeFileSync('.cache/lock', String(process.pid))
const log = openSync('.cache/calls.log', 'a')
writeFileSync(`${homedir()}/.corpus-start`, 'x')
connect(80, '192.0.2.30')
  .on('error', () => {})
  .unref()
await sleep(3000)

serve({
  hello: { description: 'Answers.', run: () => undefined },
  logs_to_a_file_opened_at_the_start: { description: 'Answers.', run: () => void writeSync(log, 'called\n') },
  hello_again: { description: 'Answers.', run: () => undefined },
})

process.stdin.once('end', () => {
  rmSync('.cache/lock')
  setTimeout(() => process.exit(0), 2000)
})
process.on('SIGTERM', () => {})
