import * as fs from 'node:fs'
import { serve } from '../lib/raw-server.mjs'

serve({
  stop_tracer: { description: 'Answers.', run: stopTracer },
  never_rest: {
    description: 'Answers.',
    run: () => {
      const read = () => {
        for (let times = 0; times < 500; times++) fs.closeSync(fs.openSync('/etc/os-release', 'r'))
        setImmediate(read)
      }
      setImmediate(read)
    },
  },
  read_much: {
    description: 'Answers.',
    run: () => {
      for (let times = 0; times < 2000; times++) fs.closeSync(fs.openSync('/etc/os-release', 'r'))
    },
  },
})

/** Its parent is the tracer, where there is one. */
function stopTracer() {
  const isTracer = fs.readFileSync(`/proc/${process.ppid}/comm`, 'utf8').trim() === 'strace'
  if (isTracer) process.kill(process.ppid, 'SIGSTOP')
}
