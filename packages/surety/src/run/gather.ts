import type { Finding } from '../judge/finding.ts'
import { callAll } from './call/call-all.ts'
import { suspicionsAbout } from './suspect/suspicions.ts'
import { evidenceOf } from './evidence/evidence-of.ts'
import { retestAll } from './suspect/retest-all.ts'
import { type Gathered, type Gathering, passOptions } from './call/gathering.ts'
import { callNeighbours } from './call/neighbours.ts'
import { type Observation, observe } from './evidence/observe.ts'
import { mergePasses } from './call/pass.ts'
import { repeatCalls } from './suspect/repetition.ts'
import type { Stop } from './request/stop.ts'
import type { Subject } from './plan/subject.ts'
import { unattributedEffects } from './suspect/unattributed.ts'

export interface Judged extends Gathered {
  readonly findings: readonly Finding[]
  /** Settles when all the processes are gone. */
  readonly gone: Promise<unknown>
}

/** Calls every tool among the others first; tools with findings are retested alone, and only that counts. */
export async function gather(gathering: Gathering): Promise<Judged> {
  const { server, subjects, nextId, settleMs } = gathering
  const pass = await callAll(gathering)
  const accepted = await callNeighbours(server, pass, passOptions(gathering), nextId)
  const seen = observe(pass, new Set())
  const firstSeen = ({ tool }: Subject): Observation => seen(tool)
  const repetitions = await repeatCalls(server, subjects, firstSeen, settleMs)
  const tools = await evidenceOf(gathering, { pass, accepted, repetitions, observationOf: firstSeen })
  const first = judged(gathering, { tools, unexplained: [], pass })

  const suspicions = suspicionsAbout(subjects, tools, first.findings, pass)
  const gone = Promise.all(pass.processes.map((process) => process.end()))
  if (suspicions.size === 0 && unattributedEffects(pass, [], new Set()).length === 0) return { ...first, gone }
  await gone

  const { observations, notRetested, unexplained, passes } = await retestAll(gathering, pass, seen, suspicions)
  const observationOf = (subject: Subject): Observation =>
    observations.get(subject) ??
    withoutEffects(firstSeen(subject), subject, suspicions.has(subject) || notRetested.has(subject), server.stop)
  const all = mergePasses([pass, ...passes])
  const evidence = {
    pass: all,
    accepted,
    repetitions: await repeatCalls(server, subjects, observationOf, settleMs, repetitions),
    observationOf,
  }
  return { ...judged(gathering, { tools: await evidenceOf(gathering, evidence), unexplained, pass: all }), gone }
}

function judged(gathering: Gathering, gathered: Gathered): Omit<Judged, 'gone'> {
  return { ...gathered, findings: gathering.judge(gathered) }
}

/** Effects count only of tools that were called alone, or that may be called only once. */
function withoutEffects(first: Observation, { plan }: Subject, isSuspect: boolean, stop: Stop): Observation {
  if (plan.mayCallOnlyOnce) return first
  const answers = { ...first, effects: [] }
  return isSuspect ? unconfirmed(answers, stop) : answers
}

/** What can be said of a suspect that was not called alone: its answers, but nothing that others may have caused. */
function unconfirmed(first: Observation, { words }: Stop): Observation {
  const calls = first.calls.filter(
    ({ planned: { purpose }, reply }) => reply.kind !== 'timeout' && purpose !== 'repeat' && purpose !== 'default',
  )
  return { ...first, calls, nestedCalls: [], mutations: [], unfinished: `${words} before it could be called alone` }
}
