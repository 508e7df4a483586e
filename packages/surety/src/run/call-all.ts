import { makeDeepPass } from './deep-pass.ts'
import { type Gathering, passOptions } from './gathering.ts'
import { makePass } from './make-pass.ts'
import { NO_PASS, type Pass, type TaskDone, joined } from './pass.ts'
import type { Performed } from './perform.ts'
import { readingOf } from './reading.ts'
import type { ServerProcess } from './server-process.ts'
import type { Task } from './subject.ts'
import { freshTasks, tasksOf } from './tasks.ts'

/** Every call once, tools side by side; and once more in processes that have answered nothing before. */
export async function callAll(gathering: Gathering): Promise<Pass> {
  const { launch, subjects, workers, nextId, warm } = gathering
  const options = { ...passOptions(gathering), leaves: true } as const
  const tasks = subjects.flatMap((subject) => tasksOf(subject, subject.plan.calls))
  const fresh = subjects.flatMap((subject) => freshTasks(subject, subject.plan.calls, nextId))
  const called: Performed[] = []
  let left = tasks.length
  const onTask = ({ task, performed }: TaskDone): void => {
    gathering.onProgress('calling', task.subject.tool)
    called.push(...performed)
    if (--left === 0) void readAll(called)
  }
  const [traced, spied] = await Promise.all([
    makePass(launch, tasks, { ...options, hurried: true, watch: 'traced', workers, warm: warm.traced, onTask }),
    callFresh(gathering, fresh),
  ])
  return joined([traced, spied])
}

/** So many tools are called before it is asked whether the spy has found the handlers. */
const TRIED = 3

/** The spy looks closer only where it has to, for that is slow; and as soon as that shows. */
async function callFresh(gathering: Gathering, tasks: readonly Task[]): Promise<Pass> {
  const { launch, settleMs, warm } = gathering
  const promising = tasks.filter(({ subject }) => subject.contract?.guarantees.dependencies !== undefined)
  const lookCloser = (): Promise<Pass> => makeDeepPass(launch, promising, settleMs)
  let called = 0
  let closer: Promise<Pass> | undefined
  const onTask = async ({ seat }: TaskDone): Promise<void> => {
    called += 1
    if (called !== TRIED) return
    const process = await seat.process()
    if (typeof process === 'string') return
    await process.settle(0)
    if (areBlind([process])) closer = lookCloser()
  }
  const pass = await makePass(launch, tasks, {
    ...passOptions(gathering),
    leaves: true,
    watch: 'spied',
    workers: 1,
    warm: warm.fresh,
    settleMs: (process) => (process.sees('calls') ? settleMs : 0),
    onTask,
  })
  if (closer === undefined && areBlind(pass.processes)) closer = lookCloser()
  return joined([pass, (await closer) ?? NO_PASS])
}

function areBlind(processes: readonly ServerProcess[]): boolean {
  const isSpied = processes.some(({ sightings }) => sightings.some(({ kind }) => kind === 'spy'))
  return isSpied && !processes.some((process) => process.sees('calls'))
}

/** While the processes settle there is time to read their answers. */
async function readAll(called: readonly Performed[]): Promise<void> {
  for (const performed of called) {
    await readingOf(performed)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
