import type { Effect, ToolEvidence } from '../judge/evidence.ts'
import type { Finding } from '../judge/finding.ts'
import { type Doubts, examine } from './alone.ts'
import { watchIdle } from './background.ts'
import { makeDeepPass } from './deep-pass.ts'
import { doubtsAbout } from './doubts.ts'
import { effectsOf } from './effects.ts'
import type { Launch, Profile } from './launch.ts'
import { type Background, type Observation, observe } from './observe.ts'
import { type Pass, type PassOptions, type WarmSeat, joined, makePass } from './pass.ts'
import { acceptedNeighbours } from './neighbours.ts'
import { pool } from './pool.ts'
import { repetitionOf } from './repetition.ts'
import type { Subject, Task } from './subject.ts'
import { freshTasks, tasksOf } from './tasks.ts'
import { type Surroundings, toolEvidence } from './tool-evidence.ts'
import { findCulprits, likeness, straysOf } from './unexplained.ts'

const AT_ONCE = 4

export interface Gathering {
  readonly launch: Launch
  readonly profile: Profile
  readonly subjects: readonly Subject[]
  readonly workers: number
  readonly settleMs: number
  readonly listTimeoutMs: number
  readonly warm: { readonly traced: readonly WarmSeat[]; readonly fresh: readonly WarmSeat[] }
  readonly changedSinceLock: Surroundings['changedSinceLock']
  readonly nextId: () => number
  readonly judge: (seen: Gathered) => readonly Finding[]
  readonly onProgress: (phase: 'calling' | 'examining', tool: string) => void
}

export interface Gathered {
  readonly tools: readonly ToolEvidence[]
  readonly unexplained: readonly Effect[]
  readonly pass: Pass
}

export interface Judged extends Gathered {
  readonly findings: readonly Finding[]
}

/** Calls every tool among the others first; whoever looks guilty is looked at again alone, and only that counts. */
export async function gather(gathering: Gathering): Promise<Judged> {
  const { subjects } = gathering
  const pass = await callAll(gathering)
  const accepted = await acceptedNeighbours(gathering.launch, pass, passOptions(gathering), gathering.nextId)
  const none: Background = new Set()
  const seen = observe(pass, none)
  const first = await evidenceOf(gathering, pass, accepted, ({ tool }) => seen(tool))
  const findings = gathering.judge({ tools: first, unexplained: [], pass })
  const doubts = doubtsAbout(subjects, first, findings, pass)
  const strayed = straysOf(pass, [], new Set()).length > 0
  if (doubts.size === 0 && !strayed) return { tools: first, unexplained: [], pass, findings }
  const { observations, unexplained, passes } = await examineAll(gathering, pass, seen, doubts)
  const all = joined([pass, ...passes])
  const clean = (subject: Subject): Observation => ({ ...seen(subject.tool), effects: [] })
  const tools = await evidenceOf(gathering, all, accepted, (subject) => observations.get(subject) ?? clean(subject))
  const gathered = { tools, unexplained, pass: all }
  return { ...gathered, findings: gathering.judge(gathered) }
}

/** Every call once, tools side by side; and once more in processes that have answered nothing before. */
async function callAll(gathering: Gathering): Promise<Pass> {
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

function passOptions({ settleMs, listTimeoutMs }: Gathering): Omit<PassOptions, 'watch' | 'workers'> {
  return { settleMs, listTimeoutMs }
}

interface Examined {
  readonly observations: ReadonlyMap<Subject, Observation>
  readonly unexplained: readonly Effect[]
  readonly passes: readonly Pass[]
}

async function examineAll(
  gathering: Gathering,
  pass: Pass,
  seen: (tool: string) => Observation,
  doubts: Map<Subject, Doubts>,
): Promise<Examined> {
  const { launch, profile, settleMs } = gathering
  const [idle, early] = await Promise.all([
    watchIdle(launch, profile, settleMs),
    examineEach(gathering, doubts, settleMs, 0),
  ])
  const quietMs = idle.startsLate ? settleMs : 0
  const passes = idle.startsLate ? await examineEach(gathering, doubts, settleMs, quietMs) : early
  const repeated = [...passes.values()].flatMap((one) =>
    one.processes.flatMap((process) => effectsOf(process, one.performed)),
  )
  const known = repeated.filter(({ during }) => during !== undefined).map(({ thing }) => thing)
  const strays = straysOf(pass, [...known, ...idle.effects], new Set(doubts.keys()))
  const culprits = await findCulprits(launch, strays, { ...passOptions(gathering), quietMs })
  const found = await examineEach(gathering, new Map(culprits.map((one) => [one, CERTAIN])), settleMs, quietMs)
  const all = new Map([...passes, ...found])
  const observations = new Map(
    [...all].map(([subject, own]) => [
      subject,
      together(observe(own, idle.background)(subject.tool), seen(subject.tool), doubts.get(subject), gathering.nextId),
    ]),
  )
  const explained = new Set([...observations.values()].flatMap(({ effects }) => effects.map(likeness)))
  return {
    observations,
    unexplained: strays.map(({ effect }) => effect).filter((effect) => !explained.has(likeness(effect))),
    passes: [...all.values()],
  }
}

const CERTAIN: Doubts = { timedOut: [], unsteady: false, hidden: false }

async function examineEach(
  gathering: Gathering,
  doubts: ReadonlyMap<Subject, Doubts>,
  settleMs: number,
  quietMs: number,
): Promise<Map<Subject, Pass>> {
  const { launch, nextId, onProgress } = gathering
  const alone = { launch, nextId, options: { ...passOptions(gathering), settleMs, quietMs } }
  const examined = await pool([...doubts], AT_ONCE, async ([subject, doubt]) => {
    onProgress('examining', subject.tool)
    return [subject, await examine(subject, doubt, alone)] as const
  })
  return new Map(examined)
}

/**
 * What counts of both passes. Hidden calls are seen in other processes than effects. And answers that differed back to
 * back in one process did differ, whether or not chance repeats it.
 */
function together(
  alone: Observation,
  { calls: own, nestedCalls, mutations }: Observation,
  doubts: Doubts | undefined,
  nextId: () => number,
): Observation {
  const known = doubts?.hidden === true ? alone : { ...alone, nestedCalls, mutations }
  if (doubts?.unsteady !== true) return known
  const bases = own.filter(({ planned }) => planned.base === undefined)
  const kept = bases.flatMap((base) => {
    const id = nextId()
    const repeats = own.filter(
      ({ planned, process }) =>
        planned.purpose === 'repeat' && planned.base === base.planned.id && process === base.process,
    )
    // Its expectations were judged alone: here it only stands to be compared.
    const again = { ...base, planned: { ...base.planned, id, purpose: 'generated' as const } }
    return [again, ...repeats.map((one) => ({ ...one, planned: { ...one.planned, id: nextId(), base: id } }))]
  })
  return { ...known, calls: [...known.calls, ...kept] }
}

async function evidenceOf(
  { launch, subjects, changedSinceLock, settleMs }: Gathering,
  { processes, listings }: Pass,
  acceptedNeighbours: Surroundings['acceptedNeighbours'],
  observationOf: (subject: Subject) => Observation,
): Promise<ToolEvidence[]> {
  const around = { processes, listings, changedSinceLock, acceptedNeighbours }
  return pool(subjects, AT_ONCE, async (subject) => {
    const observation = observationOf(subject)
    const repetition = await repetitionOf(launch, subject, observation, settleMs)
    return toolEvidence(subject, observation, repetition, around)
  })
}
