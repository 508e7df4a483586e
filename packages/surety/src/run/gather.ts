import type { ToolEvidence } from '../judge/evidence.ts'
import type { Finding } from '../judge/finding.ts'
import { callAll } from './call-all.ts'
import { doubtsAbout } from './doubts.ts'
import { examineAll } from './examine-all.ts'
import { type Gathered, type Gathering, passOptions } from './gathering.ts'
import { acceptedNeighbours } from './neighbours.ts'
import { type Background, type Observation, observe } from './observe.ts'
import { type Pass, joined } from './pass.ts'
import { pool } from './pool.ts'
import { repetitionOf } from './repetition.ts'
import type { Subject } from './subject.ts'
import { type Surroundings, toolEvidence } from './tool-evidence.ts'
import { straysOf } from './unexplained.ts'

const AT_ONCE = 4

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
  // Only now is it waited for that the processes are gone.
  await Promise.all(pass.processes.map((process) => process.end()))
  if (doubts.size === 0 && !strayed) return { tools: first, unexplained: [], pass, findings }
  const { observations, unexplained, passes } = await examineAll(gathering, pass, seen, doubts)
  const all = joined([pass, ...passes])
  const unexamined = (subject: Subject): Observation =>
    subject.plan.once ? seen(subject.tool) : { ...seen(subject.tool), effects: [] }
  const tools = await evidenceOf(
    gathering,
    all,
    accepted,
    (subject) => observations.get(subject) ?? unexamined(subject),
  )
  const gathered = { tools, unexplained, pass: all }
  return { ...gathered, findings: gathering.judge(gathered) }
}

async function evidenceOf(
  { launch, subjects, changedSinceLock, settleMs }: Gathering,
  { processes, listings, uncalled }: Pass,
  acceptedNeighbours: Surroundings['acceptedNeighbours'],
  observationOf: (subject: Subject) => Observation,
): Promise<ToolEvidence[]> {
  const around = { processes, listings, uncalled, changedSinceLock, acceptedNeighbours }
  return pool(subjects, AT_ONCE, async (subject) => {
    const observation = observationOf(subject)
    const repetition = await repetitionOf(launch, subject, observation, settleMs)
    return toolEvidence(subject, observation, repetition, around)
  })
}
