import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { homedir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../lib/raw-server.mjs'

mkdirSync('.cache', { recursive: true })
writeFileSync('.cache/start.json', '{}')
writeFileSync(`${homedir()}/.corpus-start`, 'x')
connect(80, '192.0.2.30')
  .on('error', () => {})
  .unref()
await sleep(3000)

serve({
  hello: { description: 'Answers.', run: () => undefined },
  hello_again: { description: 'Answers.', run: () => undefined },
})

process.stdin.once('end', () => void setTimeout(() => process.exit(0), 2000))
process.on('SIGTERM', () => {})
