import { probeLayers } from '../sandbox/probe-layers.ts'
import type { Contracts } from './request/contracts.ts'
import type { Prepared } from './request/prepare.ts'
import type { Progress, RunOutcome, TestRequest } from './request/request.ts'

/** The test run: read the project → open the server, read the contracts → plan, gather, judge → conclude. */
export async function runTests(request: TestRequest, progress: Progress): Promise<RunOutcome> {
  const startedAt = new Date()
  // Everything else is loaded while others work: first the machine is tried, then the server starts.
  const probing = probeLayers({ without: request.without })
  const { readProject } = await import('./request/prepare.ts')
  const read = await readProject(request)
  if (!read.ok) return read
  progress({ phase: 'starting', done: 0, total: 0 })
  const reading = import('./request/contracts.ts').then(({ readContracts }) =>
    readContracts(read.project, probing, request),
  )
  const opening = probing.then((layers) => open({ ...read.project, layers }, request, reading))
  const [{ inspect }, { conclude }] = await Promise.all([import('./inspect.ts'), import('./conclude.ts')])
  const contracts = await reading
  try {
    const { opened: open, ...launched } = await opening
    const { mask } = launched.launch
    if (!open.ok) return mask(open)
    const subject = { request, ...launched, contracts, opened: open.opened }
    const inspection = await inspect(subject, progress)
    if (!inspection.ok) return mask(inspection)
    return { ok: true, report: mask(conclude({ ...inspection, subject, startedAt })), gone: inspection.gone }
  } finally {
    await contracts.end()
  }
}

async function open(prepared: Prepared, request: TestRequest, reading: Promise<Contracts>) {
  const [{ launchOf }, { openServer }, { reasonsNotToStart }] = await Promise.all([
    import('./process/launch.ts'),
    import('./process/open-server.ts'),
    import('./reasons-not-to-start.ts'),
  ])
  const launch = launchOf(prepared, request.stop)
  const reasons = await reasonsNotToStart(launch, prepared, request, reading)
  if (reasons.length > 0) return { prepared, launch, opened: { ok: false as const, reasons } }
  return { prepared, launch, opened: await openServer(launch, prepared, request.workers) }
}
