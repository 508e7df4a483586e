import { probeLayers } from '../sandbox/probe-layers.ts'
import { launchOf } from './launch.ts'
import { openServer } from './open-server.ts'
import { type Prepared, readProject } from './prepare.ts'
import type { Progress, RunOutcome, TestRequest } from './request.ts'

/** The test run: read the project → open the server, read the contracts → plan, gather, judge → conclude. */
export async function runTests(request: TestRequest, progress: Progress): Promise<RunOutcome> {
  const startedAt = new Date()
  const probing = probeLayers({ without: request.without })
  const read = await readProject(request)
  if (!read.ok) return read
  progress({ phase: 'starting' })
  const opening = probing.then((layers) => open({ ...read.project, layers }))
  // While the machine is tried and the server starts, there is time to read what it is held to and to load what judges it.
  const { readContracts } = await import('./contracts.ts')
  const reading = readContracts(read.project, probing)
  const [{ inspect }, { conclude }] = await Promise.all([import('./inspect.ts'), import('./conclude.ts')])
  const contracts = await reading
  try {
    const { opened: open, ...launched } = await opening
    if (!open.ok) return open
    const subject = { request, ...launched, contracts, opened: open.opened }
    const inspection = await inspect(subject, progress)
    if (!inspection.ok) return inspection
    return { ok: true, report: conclude({ ...inspection, subject, startedAt }) }
  } finally {
    await contracts.end()
  }
}

async function open(prepared: Prepared) {
  const launch = launchOf(prepared)
  return { prepared, launch, opened: await openServer(launch, prepared) }
}
