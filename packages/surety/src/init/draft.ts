import { relative, sep } from 'node:path'
import type { ToolEvidence } from '../judge/evidence.ts'
import type { Finding } from '../judge/finding.ts'
import { retryRefused } from './retry-refused.ts'
import { readContracts } from '../run/request/contracts.ts'
import { type DraftedConfig, draftConfig } from './draft-config.ts'
import type { Draft } from './draft-contract.ts'
import { type ContractPlace, contractPlaces } from './draft-files.ts'
import { withIgnored } from './draft-ignored.ts'
import { type DraftedContract, type Unwritable, parseDraft, refineDrafts } from './draft-rounds.ts'
import type { Inspection } from '../run/inspect.ts'
import { isContained, launchOf } from '../run/process/launch.ts'
import { openServer } from '../run/process/open-server.ts'
import { type Prepared, prepare } from '../run/request/prepare.ts'
import type { Progress, TestRequest } from '../run/request/request.ts'
import { ABOUT_AN_ANSWER, type Untested, untestedFindings } from './untested-findings.ts'
import { type DraftContext, callAndObserve } from './watch.ts'

export interface DraftOptions {
  /** Whether what held is promised, or only noted. */
  readonly tight: boolean
  /** Whether contracts and a server that are there give way. */
  readonly force: boolean
}

export type Drafting =
  | { readonly ok: true; readonly drafted: Drafted }
  | { readonly ok: false; readonly reasons: readonly string[] }

/** What is to be written, and what should be known of it. */
export interface Drafted {
  /** The folder that files are relative to. */
  readonly root: string
  readonly config: Extract<DraftedConfig, { ok: true }>
  readonly contracts: readonly DraftedContract[]
  /** Contracts that are there and stay. */
  readonly kept: readonly ContractPlace[]
  readonly unwritable: readonly Unwritable[]
  /** What belongs to no tool, and is declared known in the configuration: why, by code. */
  readonly known: ReadonlyMap<string, string>
  /** What `surety test` will report all the same. */
  readonly left: readonly Finding[]
  /** What it will not, for no test sends that input again. */
  readonly untested: readonly Untested[]
  /** Whether the sandbox holds the server, so that its tools could be called. */
  readonly contained: boolean
  /** Whether it runs behind a URL, where no sandbox could. */
  readonly isElsewhere: boolean
}

/** Watches each tool that has no contract yet, drafts one, and holds the tool to it until it is kept. Writes nothing. */
export async function draft(request: TestRequest, options: DraftOptions, progress: Progress): Promise<Drafting> {
  const preparation = await prepare(request)
  if (!preparation.ok) return preparation
  const { prepared } = preparation
  const config = draftConfig(prepared.config, prepared.server, request, options.force)
  if (!config.ok) return config
  const launch = launchOf(prepared, request.stop)
  const { mask } = launch
  const scene: DraftContext = { request, prepared, launch, progress }
  progress({ phase: 'starting', done: 0, total: 0 })
  const open = await openServer(launch, prepared, 1)
  if (!open.ok) return mask(open)
  const { opened } = open
  const places = await placesFor(
    opened.tools.map(({ name }) => name),
    prepared,
  )
  const kept = places.filter(({ file, exists }) => exists && !(options.force && isYaml(file)))
  const wanted = places.filter((place) => !kept.includes(place))
  const isElsewhere = prepared.server.kind === 'http'
  const place = { root: prepared.config.root, config: mask(config), kept, contained: isContained(launch), isElsewhere }
  if (wanted.length === 0) {
    await opened.end()
    return { ok: true, drafted: { ...place, contracts: [], unwritable: [], known: new Map(), left: [], untested: [] } }
  }
  const inspection = await callAndObserve(scene, namesOf(wanted), { opened, confirmed: ABOUT_AN_ANSWER })
  if (!inspection.ok) return mask(inspection)
  const seen = await retryRefused(scene, opened.profile, inspection.evidence.tools)
  const drafts = wanted.flatMap((one) => {
    const tool = seen.find(({ tool }) => tool === one.tool)
    return tool === undefined ? [] : [parseDraft(one, firstDraft(tool, inspection, options), place.root)]
  })
  const unwritable = drafts.flatMap((one) => ('reason' in one ? [one] : []))
  const settled = await refineDrafts(
    scene,
    drafts.flatMap((one) => ('reason' in one ? [] : [one])),
  )
  if (!settled.ok) return mask(settled)
  const contracts = settled.contracts.map((one) => ({ ...one, text: mask(one.text) }))
  const untested = mask(untestedFindings(inspection.findings, settled, request))
  const ignoring = withIgnored(place.config, prepared.config, mask(settled.ofServer))
  const left = [...mask(settled.left), ...ignoring.left]
  return { ok: true, drafted: { ...place, ...ignoring, contracts, left, untested, unwritable: mask(unwritable) } }
}

async function placesFor(tools: readonly string[], prepared: Prepared): Promise<readonly ContractPlace[]> {
  const { root, check } = prepared.config
  const existing = await readContracts(prepared, Promise.resolve(prepared.layers))
  await existing.end()
  return contractPlaces(tools, existing, relative(root, check.toolsDir).split(sep).join('/'))
}

/** A contract in code is a program: it is never overwritten. */
function isYaml(file: string): boolean {
  return /\.ya?ml$/.test(file)
}

function firstDraft(
  seen: ToolEvidence,
  { evidence: { observable } }: Extract<Inspection, { ok: true }>,
  { tight }: DraftOptions,
): Draft {
  return { seen, observable, tight, notHeld: new Set(), ignored: new Map() }
}

function namesOf(tools: readonly { readonly tool: string }[]): readonly string[] {
  return tools.map(({ tool }) => tool)
}
