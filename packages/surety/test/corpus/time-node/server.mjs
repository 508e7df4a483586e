import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../lib/raw-server.mjs'

process.on('SIGTERM', () => {})

serve({
  never_answers: { description: 'Waits.', run: () => new Promise(() => {}) },
  busy_for_ever: {
    description: 'Thinks hard.',
    run: () => {
      for (;;);
    },
  },
  progress_for_ever: {
    description: 'Works step by step.',
    run: (_, session) => {
      let progress = 0
      setInterval(() => {
        progress += 1
        session.send({ method: 'notifications/message', params: { level: 'info', data: 'still at it' } })
        session.send({ id: `ping-${progress}`, method: 'ping' })
        if (session.progressToken === undefined) return
        const params = { progressToken: session.progressToken, progress }
        session.send({ method: 'notifications/progress', params })
      }, 100)
      return new Promise(() => {})
    },
  },
  child_never_ends: {
    description: 'Runs a program.',
    run: () => new Promise((resolve) => spawn('sleep', ['60']).once('exit', () => resolve(undefined))),
  },
  answers_late: { description: 'Takes its time.', run: () => sleep(3500) },
  past_its_limit: { description: 'Takes its time.', run: () => sleep(2500) },
  past_its_promise: { description: 'Takes its time.', run: () => sleep(2500) },

  quick: { description: 'Answers.', run: () => undefined },
  quick_after_all: { description: 'Answers.', run: () => undefined },
  within_limit: { description: 'Takes its time.', run: () => sleep(300) },
  progress_then_answer: {
    description: 'Works step by step.',
    run: async (_, session) => {
      for (const progress of [1, 2, 3]) {
        await sleep(30)
        if (session.progressToken !== undefined)
          session.send({ method: 'notifications/progress', params: { progressToken: session.progressToken, progress } })
      }
    },
  },
})
