/** Prints how calls end before, while and after the disk of its store is full. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { createToolHost, defineTool } from '@surety/tool-contracts'
import { openStore } from 'surety/store'
import { z } from 'zod'

const folder = process.argv[2] ?? ''
const store = await openStore(`sqlite:${folder}/surety.db`)
let ran = 0
const write = defineTool(
  {
    toolName: 'write',
    description: 'Counts.',
    inputSchema: z.object({ text: z.string() }),
    outputSchema: z.unknown(),
    capabilities: ['WRITE'],
  },
  () => ++ran,
)
const host = createToolHost({ tools: [write], journal: store.journal })

async function call() {
  const outcome = await host.call('write', { text: 'x'.repeat(9000) })
  return outcome.ok ? 'ok' : `${outcome.error.code} at ${outcome.error.stage}`
}

const before = await call()
const ballast = `${folder}/ballast`
for (let size = 2 ** 20; size >= 512; size /= 2) fill(size)
const ranBefore = ran
const whileFull = []
for (let made = 0; made < 20; made += 1) whileFull.push(await call())
const ranWhileFull = ran - ranBefore
const acknowledged = whileFull.filter((end) => end === 'ok').length
rmSync(ballast)
let after = await call()
for (let waited = 0; after !== 'ok' && waited < 50; waited += 1) {
  await new Promise((resolve) => setTimeout(resolve, 100))
  after = await call()
}
await store.close()
const again = await openStore(`sqlite:${folder}/surety.db`)
const { ok, steps } = await again.audit.verify()
await again.close()
console.log(
  JSON.stringify({ before, whileFull: [...new Set(whileFull)], ranWhileFull, acknowledged, after, ok, steps, ran }),
)

/** @param {number} size */
function fill(size) {
  for (;;) {
    try {
      writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' })
    } catch {
      return
    }
    if (!existsSync(ballast)) return
  }
}
