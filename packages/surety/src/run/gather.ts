import type { Finding } from '../judge/finding.ts'
import { callAll } from './call-all.ts'
import { evidenceOf } from './evidence-of.ts'
import { examineAll } from './examine-all.ts'
import { type FirstLook, lookAt } from './first-look.ts'
import type { Gathered, Gathering } from './gathering.ts'
import type { Observation } from './observe.ts'
import { joined } from './pass.ts'
import type { Subject } from './subject.ts'

export interface Judged extends Gathered {
  readonly findings: readonly Finding[]
  /** Settles when all the processes are gone. */
  readonly gone: Promise<unknown>
}

/** Calls every tool among the others first; whoever looks guilty is looked at again alone, and only that counts. */
export async function gather(gathering: Gathering): Promise<Judged> {
  // While the processes settle there is time to look, as if nothing came of that.
  let ahead: Promise<FirstLook> | undefined
  const pass = await callAll(gathering, (answered) => {
    ahead = lookAt(gathering, answered)
    // Whoever awaits it hears of its failure.
    ahead.catch(() => {})
  })
  const early = await ahead
  const first = early?.holdsFor(pass) === true ? early : await lookAt(gathering, pass, early?.accepted)
  const { accepted, seen, tools, findings, doubts, strayed } = first
  const gone = Promise.all(pass.processes.map((process) => process.end()))
  if (doubts.size === 0 && !strayed) return { tools, unexplained: [], pass, findings, gone }
  await gone
  const { observations, unexplained, passes } = await examineAll(gathering, pass, seen, doubts)
  const all = joined([pass, ...passes])
  const unexamined = (subject: Subject): Observation =>
    subject.plan.once ? seen(subject.tool) : { ...seen(subject.tool), effects: [] }
  const examined = await evidenceOf(
    gathering,
    all,
    accepted,
    (subject) => observations.get(subject) ?? unexamined(subject),
  )
  const gathered = { tools: examined, unexplained, pass: all }
  return { ...gathered, findings: gathering.judge(gathered), gone }
}
