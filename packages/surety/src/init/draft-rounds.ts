import { resolve } from 'node:path'
import type { ContractFile } from '../author/contract-file.ts'
import { readContract } from '../author/read-contract.ts'
import type { RunEvidence } from '../judge/evidence.ts'
import type { Finding } from '../judge/finding.ts'
import { ruleOf } from '../judge/rules/index.ts'
import { judge } from '../judge/judge.ts'
import { type Draft, draftContract, promisesOf } from './draft-contract.ts'
import type { ContractPlace } from './draft-files.ts'
import { reviseDraft, withEffectsOf, withoutTest } from './draft-lessons.ts'
import { schemaLine } from './schema-line.ts'
import { type DraftContext, callAndObserve } from './watch.ts'

/** A draft as it will be written. */
export interface DraftedContract extends ContractPlace {
  readonly draft: Draft
  readonly text: string
  readonly contract: ContractFile
}

/** A tool that no contract can be written for. */
export interface Unwritable {
  readonly tool: string
  readonly reason: string
}

/** The draft as a contract that can be read again, if need be with another test: not every input can stand in a file. */
export function parseDraft(place: ContractPlace, draft: Draft, root: string): DraftedContract | Unwritable {
  const text = schemaLine(root, place.file, 'contract') + draftContract(draft)
  const read = readContract(text, { path: resolve(root, place.file), file: place.file })
  if (read.ok) return { ...place, draft, text, contract: read.contract }
  const other = withoutTest(draft)
  if (other !== draft) return parseDraft(place, other, root)
  return { tool: place.tool, reason: read.problems[0]?.message ?? 'its contract could not be read again' }
}

export type Refined =
  | {
      readonly ok: true
      readonly contracts: readonly DraftedContract[]
      /** What belongs to no tool, and the configuration can declare known. */
      readonly ofServer: readonly Finding[]
      readonly left: readonly Finding[]
    }
  | { readonly ok: false; readonly reasons: readonly string[] }

/** How often the tools are held to their drafts before what is still found is written down as known. */
const ROUNDS = 3

/**
 * Holds all the tools to their drafts, as `surety test` will, and mends the drafts until nothing is found that a contract could
 * declare. What was seen in any run counts in every later one: what a server refuses now, it may do the next time.
 */
export async function refineDrafts(scene: DraftContext, drafts: readonly DraftedContract[]): Promise<Refined> {
  const { root } = scene.prepared.config
  let contracts = drafts
  const ofServer = new Map<string, Finding>()
  let left: readonly Finding[] = []
  for (let round = 1; round <= ROUNDS && contracts.length > 0; round++) {
    // The last tool first, once: whoever was answered only because of a call before is found out.
    const held = await callAndObserve(scene, namesOf(contracts), {
      contracts: contractsOf(contracts),
      backwards: round === 1,
    })
    if (!held.ok) return held
    const findings = judge(withEarlier(held.evidence, contracts))
    for (const finding of findings.filter(isOfServer)) ofServer.set(finding.code, finding)
    left = findings.filter((finding) => !isOfServer(finding) && !canBeDeclared(finding))
    const mended = contracts.map((one) => {
      const own = findings.filter((finding) => finding.tool === one.tool && canBeDeclared(finding))
      const again = held.evidence.tools.find(({ tool }) => tool === one.tool)
      const next = parseDraft(one, reviseDraft(one.draft, again, own, round === ROUNDS), root)
      return 'reason' in next ? one : next
    })
    const isUnchanged = mended.every(({ draft }, at) => promisesOf(draft) === promisesOf(contracts[at]?.draft ?? draft))
    contracts = mended
    if (isUnchanged) break
  }
  return { ok: true, contracts, ofServer: [...ofServer.values()], left }
}

function withEarlier(evidence: RunEvidence, contracts: readonly DraftedContract[]): RunEvidence {
  const tools = evidence.tools.map((seen) => {
    const earlier = contracts.find(({ tool }) => tool === seen.tool)?.draft.seen
    return earlier === undefined ? seen : withEffectsOf(earlier, seen)
  })
  return { ...evidence, tools }
}

function namesOf(contracts: readonly DraftedContract[]): readonly string[] {
  return contracts.map(({ tool }) => tool)
}

function contractsOf(contracts: readonly DraftedContract[]): readonly ContractFile[] {
  return contracts.map(({ contract }) => contract)
}

function canBeDeclared({ tool, code }: Finding): boolean {
  return tool !== null && ruleOf(code)?.neverIgnored !== true
}

/** Does it belong to no tool, so that the configuration can declare it known? */
function isOfServer({ tool, code }: Finding): boolean {
  return tool === null && ruleOf(code)?.neverIgnored !== true
}
