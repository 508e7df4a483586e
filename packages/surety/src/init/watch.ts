import type { ContractFile } from '../author/contract-file.ts'
import { type Inspection, inspect } from '../run/inspect.ts'
import type { Launch } from '../run/process/launch.ts'
import { type Opened, openServer } from '../run/process/open-server.ts'
import type { Prepared } from '../run/request/prepare.ts'
import type { Progress, TestRequest } from '../run/request/request.ts'

/** Whom to watch, and who asked. */
export interface DraftContext {
  readonly request: TestRequest
  readonly prepared: Prepared
  readonly launch: Launch
  readonly progress: Progress
}

export interface Watching {
  readonly contracts?: readonly ContractFile[]
  readonly explore?: boolean
  /** The last tool first: whoever was answered only because of a call before is found out. */
  readonly backwards?: boolean
  /** Which findings on generated inputs are confirmed and told; all else is only looked at. */
  readonly confirmed?: ReadonlySet<string>
  /** A server that is up already. */
  readonly opened?: Opened
}

/** Calls these tools, and holds them to these contracts and no others. */
export async function callAndObserve(
  { request, prepared, launch, progress }: DraftContext,
  tools: readonly string[],
  { contracts = [], explore = false, backwards = false, confirmed = new Set(), opened }: Watching,
): Promise<Inspection> {
  if (opened === undefined) progress({ phase: 'starting', done: 0, total: 0 })
  const open = opened === undefined ? await openServer(launch, prepared, 1) : { ok: true as const, opened }
  if (!open.ok) return open
  const held = { contracts, problems: [], end: async () => {} }
  const listed = open.opened.tools
  const inOrder = { ...open.opened, tools: backwards ? listed.toReversed() : listed }
  const asked = { ...request, tools, explore }
  const subject = {
    request: asked,
    prepared,
    launch,
    contracts: held,
    opened: inOrder,
    draft: { confirmed },
  }
  const inspection = await inspect(subject, progress)
  if (inspection.ok) await inspection.gone
  return inspection
}
