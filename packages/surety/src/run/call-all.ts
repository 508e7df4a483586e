import { Answered } from './answered.ts'
import { type Gathering, passOptions } from './gathering.ts'
import { makePass } from './make-pass.ts'
import { type Pass, type TaskDone, joined } from './pass.ts'
import type { Performed } from './perform.ts'
import type { Task } from './subject.ts'
import { freshTasks, tasksOf } from './tasks.ts'

/**
 * Every call once, tools side by side; and once more in processes that have answered nothing before. `onAnswered` hears of
 * the calls when the last is answered, as though every process listed the same tools again: then they are left to settle.
 */
export async function callAll(gathering: Gathering, onAnswered: (pass: Pass) => void): Promise<Pass> {
  const { launch, subjects, workers, nextId, warm, listed } = gathering
  const tasks = subjects.flatMap((subject) => tasksOf(subject, subject.plan.calls))
  const fresh = subjects.flatMap((subject) => freshTasks(subject, subject.plan.calls, nextId))
  const own = new Answered(tasks)
  const onTask = (done: TaskDone): void => {
    gathering.onProgress('calling', done.task.subject.tool)
    own.add(done)
  }
  const options = { ...passOptions(gathering), leaves: true } as const
  const traced = makePass(launch, tasks, {
    ...options,
    hurried: true,
    watch: 'traced',
    workers,
    warm: warm.traced,
    onTask,
  })
  const made = Promise.race([own.whole, traced, launch.turns.contested]).catch(() => {})
  const others = callFresh(gathering, fresh, made)
  void Promise.all([own.whole, others.answered]).then(
    (passes) => onAnswered({ ...joined(passes), listings: [listed] }),
    () => {},
  )
  return joined(await Promise.all([traced, others.pass]))
}

interface Fresh {
  readonly pass: Promise<Pass>
  /** As far as it goes before the processes settle. */
  readonly answered: Promise<Pass>
}

/**
 * Where nothing is to be waited for after the answers, and they come quickly, two thirds of the calls are made when the
 * others are done and settle.
 */
function callFresh(gathering: Gathering, tasks: readonly Task[], othersDone: Promise<unknown>): Fresh {
  const { launch, settleMs, warm } = gathering
  const own = new Answered(tasks)
  let called = 0
  let quickest = Number.POSITIVE_INFINITY
  const onTask = async (done: TaskDone): Promise<void> => {
    called += 1
    quickest = Math.min(quickest, spanOf(done.performed))
    const isThird = called === Math.ceil(tasks.length / 3)
    const process = await done.seat.process()
    if ((isThird || called === tasks.length) && typeof process !== 'string') await process.settle(0)
    own.add(done)
    if (!isThird || typeof process === 'string' || process.seesCalls) return
    if ((tasks.length - called) * quickest < settleMs / 2) await othersDone
  }
  const pass = makePass(launch, tasks, {
    ...passOptions(gathering),
    leaves: true,
    watch: 'spied',
    workers: 1,
    warm: warm.fresh,
    settleMs: (process) => (process.seesCalls ? settleMs : 0),
    onTask,
  })
  return { pass, answered: own.whole }
}

/** From the first call to the last answer. */
function spanOf(performed: readonly Performed[]): number {
  const [first] = performed
  const last = performed.at(-1)
  return first === undefined || last === undefined ? 0 : last.reply.endedAt - first.reply.sentAt
}
