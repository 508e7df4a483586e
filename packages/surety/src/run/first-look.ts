import type { Json } from '@surety/tool-contracts/tools'
import type { ToolEvidence } from '../judge/evidence.ts'
import type { Finding } from '../judge/finding.ts'
import type { Doubts } from './alone.ts'
import { doubtsAbout } from './doubts.ts'
import { evidenceOf } from './evidence-of.ts'
import { type Gathering, passOptions } from './gathering.ts'
import { acceptedNeighbours } from './neighbours.ts'
import { type Observation, observe } from './observe.ts'
import type { Pass } from './pass.ts'
import type { ServerProcess } from './server-process.ts'
import type { Subject } from './subject.ts'
import { straysOf } from './unexplained.ts'

/** What the calls among others show, and who is to be looked at again for it. */
export interface FirstLook {
  readonly accepted: ReadonlyMap<number, Json>
  readonly seen: (tool: string) => Observation
  readonly tools: readonly ToolEvidence[]
  readonly findings: readonly Finding[]
  readonly doubts: Map<Subject, Doubts>
  readonly strayed: boolean
  /** Does it hold for this pass too: was nothing seen since? */
  readonly holdsFor: (pass: Pass) => boolean
}

/** `known`: the neighbours that an earlier look at the same calls has found. */
export async function lookAt(gathering: Gathering, pass: Pass, known?: FirstLook['accepted']): Promise<FirstLook> {
  const { launch, subjects, nextId } = gathering
  const accepted = known ?? (await acceptedNeighbours(launch, pass, passOptions(gathering), nextId))
  const mark = markOf(pass)
  const calls = new Set(pass.performed)
  const seen = observe(pass, new Set())
  const tools = await evidenceOf(gathering, pass, accepted, ({ tool }) => seen(tool))
  const findings = gathering.judge({ tools, unexplained: [], pass })
  const doubts = doubtsAbout(subjects, tools, findings, pass)
  const strayed = straysOf(pass, [], new Set()).length > 0
  const holdsFor = (other: Pass): boolean =>
    other.performed.length === calls.size && other.performed.every((call) => calls.has(call)) && markOf(other) === mark
  return { accepted, seen, tools, findings, doubts, strayed, holdsFor }
}

/** The same for two passes with the same calls of which the second shows nothing new. */
function markOf({ uncalled, processes, listings }: Pass): string {
  const listed = new Set(listings.map((tools) => JSON.stringify(tools.map(({ raw }) => raw))))
  return JSON.stringify([uncalled.length, processes.map(signsOf).toSorted(), [...listed]])
}

function signsOf({ number, sightings, scans, noise, problems }: ServerProcess): string {
  return [number, sightings.length, scans.length, noise.length, problems.length].join(' ')
}
