import { type Gathering, passOptions } from './gathering.ts'
import { type Pass, mergePasses } from './pass.ts'
import { freshTasks, tasksOf } from '../plan/tasks.ts'

/** Every call once, tools side by side; and once more in processes that have answered nothing before. */
export async function callAll(gathering: Gathering): Promise<Pass> {
  const { server, subjects, workers, nextId, warm, settleMs } = gathering
  const tasks = subjects.flatMap((subject) => tasksOf(subject, subject.plan.calls))
  const again = subjects.flatMap((subject) => freshTasks(subject, subject.plan.calls, nextId))
  const options = { ...passOptions(gathering), endsInBackground: true } as const
  const traced = server.call(tasks, { ...options, watch: 'traced', workers, warm: warm.traced })
  const fresh = server.call(again, {
    ...options,
    watch: 'spied',
    workers: 1,
    warm: warm.fresh,
    // Only what the spy sees may come after the answers.
    settleMs: (process) => (process.seesCalls ? settleMs : 0),
  })
  return mergePasses(await Promise.all([traced, fresh]))
}
