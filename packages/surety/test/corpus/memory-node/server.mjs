import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../lib/raw-server.mjs'

const MEGABYTE = 1024 * 1024
const fill = (/** @type {number} */ megabytes) => Array.from({ length: megabytes }, () => Buffer.alloc(MEGABYTE, 1))

serve({
  buffers: { description: 'Paints a picture.', run: () => hold(fill(600)) },
  heap: {
    description: 'Plans a route.',
    run: () => hold(Array.from({ length: 600 }, (_, at) => Array(MEGABYTE / 8).fill(at + 0.5))),
  },
  child: {
    description: 'Runs a program.',
    run: () => {
      const code = `const all = Array.from({ length: 600 }, () => Buffer.alloc(${MEGABYTE}, 1)); setTimeout(() => all.length, 700)`
      spawnSync(process.execPath, ['-e', code])
    },
  },
  past_its_promise: { description: 'Paints a picture.', run: () => hold(fill(200)) },
  modest: { description: 'Paints a small picture.', run: () => hold(fill(20)) },
  frugal: { description: 'Answers.', run: () => undefined },
})

/** Keeps memory in use long enough to be seen. */
async function hold(/** @type {unknown[]} */ memory) {
  await sleep(500)
  if (memory.length === 0) throw new Error('There is nothing to hold.')
}
