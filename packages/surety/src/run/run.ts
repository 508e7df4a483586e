import { probeLayers } from '../sandbox/probe-layers.ts'
import type { Prepared } from './prepare.ts'
import type { Progress, RunOutcome, TestRequest } from './request.ts'

/** The test run: read the project → open the server, read the contracts → plan, gather, judge → conclude. */
export async function runTests(request: TestRequest, progress: Progress): Promise<RunOutcome> {
  const startedAt = new Date()
  // Everything else is loaded while others work: first the machine is tried, then the server starts.
  const probing = probeLayers({ without: request.without })
  const { readProject } = await import('./prepare.ts')
  const read = await readProject(request)
  if (!read.ok) return read
  progress({ phase: 'starting' })
  const opening = probing.then((layers) => open({ ...read.project, layers }, request.workers))
  const { readContracts } = await import('./contracts.ts')
  const reading = readContracts(read.project, probing)
  const [{ inspect }, { conclude }, { maskFor }] = await Promise.all([
    import('./inspect.ts'),
    import('./conclude.ts'),
    import('./mask.ts'),
  ])
  const contracts = await reading
  const mask = maskFor(read.project.config)
  try {
    const { opened: open, ...launched } = await opening
    if (!open.ok) return mask(open)
    const subject = { request, ...launched, contracts, opened: open.opened }
    const inspection = await inspect(subject, progress)
    if (!inspection.ok) return mask(inspection)
    return { ok: true, report: mask(conclude({ ...inspection, subject, startedAt })), gone: inspection.gone }
  } finally {
    await contracts.end()
  }
}

async function open(prepared: Prepared, workers: number) {
  const [{ launchOf }, { openServer }] = await Promise.all([import('./launch.ts'), import('./open-server.ts')])
  const launch = launchOf(prepared)
  return { prepared, launch, opened: await openServer(launch, prepared, workers) }
}
