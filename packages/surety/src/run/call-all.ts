import { Answered } from './answered.ts'
import { makeDeepPass } from './deep-pass.ts'
import { type Gathering, passOptions } from './gathering.ts'
import { makePass } from './make-pass.ts'
import { NO_PASS, type Pass, type TaskDone, joined } from './pass.ts'
import type { Performed } from './perform.ts'
import type { ServerProcess } from './server-process.ts'
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

/** So many tools are called before it is asked whether the spy has found the handlers. */
const TRIED = 3

interface Fresh {
  readonly pass: Promise<Pass>
  /** As far as it goes before the processes settle. */
  readonly answered: Promise<Pass>
}

/**
 * The spy looks closer only where it has to, for that is slow; and as soon as that shows. Where nothing is to be waited
 * for after the answers, and they come quickly, two thirds of the calls are made when the others are done and settle.
 */
function callFresh(gathering: Gathering, tasks: readonly Task[], othersDone: Promise<unknown>): Fresh {
  const { launch, settleMs, warm } = gathering
  const promising = tasks.filter(({ subject }) => subject.contract?.guarantees.dependencies !== undefined)
  const lookCloser = (): Promise<Pass> => makeDeepPass(launch, promising, settleMs)
  const own = new Answered(tasks)
  let called = 0
  let quickest = Number.POSITIVE_INFINITY
  let closer: Promise<Pass> | undefined
  const onTask = async (done: TaskDone): Promise<void> => {
    called += 1
    quickest = Math.min(quickest, spanOf(done.performed))
    const process = await done.seat.process()
    if (typeof process === 'string') return own.add(done)
    if (called === Math.min(TRIED, tasks.length)) {
      await process.settle(0)
      if (wouldSeeMore([process])) closer = lookCloser()
    }
    own.add(done)
    const isThird = called === Math.ceil(tasks.length / 3)
    if (isThird && !process.sees('calls') && (tasks.length - called) * quickest < settleMs / 2) await othersDone
  }
  const call = async (): Promise<Pass> => {
    const pass = await makePass(launch, tasks, {
      ...passOptions(gathering),
      leaves: true,
      watch: 'spied',
      workers: 1,
      warm: warm.fresh,
      settleMs: (process) => (process.sees('calls') ? settleMs : 0),
      onTask,
    })
    if (closer === undefined && wouldSeeMore(pass.processes)) closer = lookCloser()
    return joined([pass, (await closer) ?? NO_PASS])
  }
  return { pass: call(), answered: own.whole.then(async (pass) => joined([pass, (await closer) ?? NO_PASS])) }
}

/** From the first call to the last answer. */
function spanOf(performed: readonly Performed[]): number {
  const [first] = performed
  const last = performed.at(-1)
  return first === undefined || last === undefined ? 0 : last.reply.endedAt - first.reply.sentAt
}

/** Would the spy see more of these if it looked deeply? */
function wouldSeeMore(processes: readonly ServerProcess[]): boolean {
  const hasMore = processes.some(({ sightings }) => sightings.some((one) => one.kind === 'spy' && one.deeper))
  return hasMore && !processes.some((process) => process.sees('calls'))
}
