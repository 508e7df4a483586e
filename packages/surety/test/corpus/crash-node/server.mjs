import { readFileSync, writeFileSync } from 'node:fs'
import { serve } from '../lib/raw-server.mjs'
import { TEXT } from '../lib/schema.mjs'

serve({
  before: { description: 'Answers.', run: () => undefined },
  writes_after_its_answer: {
    description: 'Answers.',
    run: () => void setTimeout(() => writeFileSync('late.txt', 'x'), 150),
  },
  exits: { description: 'Answers.', run: () => process.exit(3) },
  throws_uncaught: {
    description: 'Answers.',
    run: () =>
      new Promise(() => {
        setTimeout(() => {
          throw new Error('uncaught')
        }, 20)
      }),
  },
  kills_itself: { description: 'Answers.', run: () => process.kill(process.pid, 'SIGKILL') },
  dies_of_one_input: {
    description: 'Reads a page.',
    input: { id: TEXT },
    run: ({ id }) => {
      if (id === '7') process.abort()
    },
  },
  dies_after_its_answer: { description: 'Answers.', run: () => void setTimeout(() => process.exit(4), 100) },
  dies_after_its_answer_too: { description: 'Answers.', run: () => void setTimeout(() => process.exit(5), 100) },
  kills_its_tracer: {
    description: 'Answers.',
    run: () => {
      if (readFileSync(`/proc/${process.ppid}/comm`, 'utf8').startsWith('strace')) process.kill(process.ppid, 'SIGKILL')
    },
  },
  between: { description: 'Answers.', run: () => undefined },
  after: { description: 'Answers.', run: () => undefined },
})
