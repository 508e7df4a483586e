import type { ListedTool } from '../../connect/session.ts'
import { launchOf } from './launch.ts'
import { type Prepared, prepare } from '../request/prepare.ts'
import { reachOf } from '../request/reach.ts'
import type { TestRequest } from '../request/request.ts'
import { startServer } from './start-server.ts'

export type Listing =
  | {
      readonly ok: true
      readonly prepared: Prepared
      readonly tools: readonly ListedTool[]
      /** What is wrong with the list, such as pages that did not come. */
      readonly problems: readonly string[]
    }
  | { readonly ok: false; readonly reasons: readonly string[] }

/** What the server lists, and nothing called. */
export async function listServer(request: TestRequest): Promise<Listing> {
  const preparation = await prepare(request)
  if (!preparation.ok) return preparation
  const { prepared } = preparation
  const { startTimeoutMs, memoryLimitMb } = prepared.config.check
  const profile = { env: {}, network: reachOf(prepared.network), memoryBytes: memoryLimitMb * 1024 * 1024 }
  const launch = launchOf(prepared, request.stop)
  const { mask } = launch
  const started = await startServer(launch, profile, 'unwatched')
  if (!started.ok) return { ok: false, reasons: [mask(`The server does not start: ${started.reason}`)] }
  const listed = await started.process.listTools(startTimeoutMs)
  await started.process.end()
  if (!listed.ok) return { ok: false, reasons: [mask(listed.reason)] }
  return { ok: true, prepared, tools: mask(listed.tools), problems: mask(listed.problems) }
}
