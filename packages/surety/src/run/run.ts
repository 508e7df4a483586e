import { launchOf } from './launch.ts'
import { openServer } from './open-server.ts'
import { prepare } from './prepare.ts'
import type { Progress, RunOutcome, TestRequest } from './request.ts'

/** The test run: prepare → open the server, read the contracts → plan, gather, judge → conclude. */
export async function runTests(request: TestRequest, progress: Progress): Promise<RunOutcome> {
  const startedAt = new Date()
  const preparation = await prepare(request)
  if (!preparation.ok) return preparation
  const { prepared } = preparation
  const launch = launchOf(prepared)
  progress({ phase: 'starting' })
  const opening = openServer(launch, request, prepared)
  // While the server starts, there is time to load what judges it.
  const { readContracts } = await import('./contracts.ts')
  const [{ inspect }, { conclude }] = await Promise.all([import('./inspect.ts'), import('./conclude.ts')])
  const contracts = await readContracts(prepared)
  try {
    const open = await opening
    if (!open.ok) return open
    const subject = { request, prepared, launch, contracts, opened: open.opened }
    const inspection = await inspect(subject, progress)
    if (!inspection.ok) return inspection
    return { ok: true, report: conclude({ ...inspection, subject, startedAt }) }
  } finally {
    await contracts.end()
  }
}
