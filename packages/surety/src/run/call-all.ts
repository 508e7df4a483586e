import { makeDeepPass } from './deep-pass.ts'
import { type Gathering, passOptions } from './gathering.ts'
import { type Pass, joined, makePass } from './pass.ts'
import type { Subject, Task } from './subject.ts'
import { freshTasks, tasksOf } from './tasks.ts'

/** Every call once, tools side by side; and once more in processes that have answered nothing before. */
export async function callAll(gathering: Gathering): Promise<Pass> {
  const { launch, subjects, workers, nextId, warm } = gathering
  const options = passOptions(gathering)
  const tasks = subjects.flatMap((subject) => tasksOf(subject, subject.plan.calls))
  const fresh = subjects.flatMap((subject) => freshTasks(subject, subject.plan.calls, nextId))
  let left = tasks.length
  const onTask = (task: Task): void => {
    gathering.onProgress('calling', task.subject.tool)
    if (--left === 0) void warmUp(subjects)
  }
  return joined(
    await Promise.all([
      makePass(launch, tasks, { ...options, watch: 'traced', workers, warm: warm.traced, onTask }),
      callFresh(gathering, fresh),
    ]),
  )
}

/** The spy looks closer only where it has to: that is slow. */
async function callFresh(gathering: Gathering, tasks: readonly Task[]): Promise<Pass> {
  const { launch, warm, settleMs } = gathering
  const pass = await makePass(launch, tasks, {
    ...passOptions(gathering),
    watch: 'spied',
    workers: 1,
    warm: warm.fresh,
    settleMs: (process) => (process.sees('calls') ? settleMs : 0),
  })
  const isSpied = pass.processes.some(({ sightings }) => sightings.some(({ kind }) => kind === 'spy'))
  if (!isSpied || pass.processes.some((process) => process.sees('calls'))) return pass
  const promising = tasks.filter(({ subject }) => subject.contract?.guarantees.dependencies !== undefined)
  return joined([pass, await makeDeepPass(launch, promising, settleMs)])
}

/** While the processes settle there is time to compile what their answers will be held to. */
async function warmUp(subjects: readonly Subject[]): Promise<void> {
  for (const { output } of subjects) {
    output?.parse(undefined)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
