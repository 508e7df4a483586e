import { resolve } from 'node:path'
import type { ContractFile } from '../author/contract-file.ts'
import { readContract } from '../author/read-contract.ts'
import type { Finding } from '../judge/finding.ts'
import { type Draft, draftContract, promisesOf } from './draft-contract.ts'
import type { ContractPlace } from './draft-files.ts'
import { learn, withoutTest } from './draft-lessons.ts'
import { type Scene, watch } from './watch.ts'

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
export function readable(place: ContractPlace, draft: Draft, root: string): DraftedContract | Unwritable {
  const text = draftContract(draft)
  const read = readContract(text, { path: resolve(root, place.file), file: place.file })
  if (read.ok) return { ...place, draft, text, contract: read.contract }
  const other = withoutTest(draft)
  if (other !== draft) return readable(place, other, root)
  return { tool: place.tool, reason: read.problems[0]?.message ?? 'its contract could not be read again' }
}

export type Settled =
  | { readonly ok: true; readonly contracts: readonly DraftedContract[]; readonly left: readonly Finding[] }
  | { readonly ok: false; readonly reasons: readonly string[] }

/** How often a tool is held to its draft before what is still found is written down as known. */
const ROUNDS = 3

/** Holds the tools to their drafts, in the other order, and mends the drafts until nothing is found that a contract could declare. */
export async function settle(scene: Scene, drafts: readonly DraftedContract[]): Promise<Settled> {
  const { root } = scene.prepared.config
  let contracts = drafts
  let doubtful = drafts
  let left: readonly Finding[] = []
  for (let round = 1; round <= ROUNDS && doubtful.length > 0; round++) {
    const names = doubtful.map(({ tool }) => tool)
    const held = await watch(scene, names, { contracts: contracts.map(({ contract }) => contract), backwards: true })
    if (!held.ok) return held
    const own = held.findings.filter(({ tool }) => tool === null || names.includes(tool))
    const beyond = own.filter((one) => !canSay(one) && (one.tool !== null || round === 1))
    left = [...left.filter(({ tool }) => tool === null || !names.includes(tool)), ...beyond]
    const mended = doubtful.map((one) => {
      const findings = own.filter((finding) => finding.tool === one.tool && canSay(finding))
      const again = held.evidence.tools.find(({ tool }) => tool === one.tool)
      const next = readable(one, learn(one.draft, again, findings, round === ROUNDS), root)
      return 'reason' in next ? one : next
    })
    contracts = contracts.map((one) => mended.find(({ tool }) => tool === one.tool) ?? one)
    doubtful = mended.filter(({ draft }, index) => {
      const before = doubtful[index]
      return before !== undefined && promisesOf(before.draft) !== promisesOf(draft)
    })
  }
  return { ok: true, contracts, left }
}

/** What no contract should wave through: what this machine cannot see, and definitions that drifted from the lock. */
const NEVER_IGNORED = new Set(['W027', 'E018'])

function canSay({ tool, code }: Finding): boolean {
  return tool !== null && !NEVER_IGNORED.has(code)
}
