import type { ListedTool } from '../connect/session.ts'
import { launchOf } from './launch.ts'
import { maskFor } from './mask.ts'
import { type Prepared, prepare } from './prepare.ts'
import type { TestRequest } from './request.ts'
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
  const profile = { env: {}, network: false, memoryBytes: memoryLimitMb * 1024 * 1024 }
  const started = await startServer(launchOf(prepared), profile, 'unwatched')
  const mask = maskFor(prepared.config)
  if (!started.ok) return { ok: false, reasons: [mask(`The server does not start: ${started.reason}`)] }
  const listed = await started.process.listTools(startTimeoutMs)
  await started.process.end()
  if (!listed.ok) return { ok: false, reasons: [mask(listed.reason)] }
  return { ok: true, prepared, tools: mask(listed.tools), problems: mask(listed.problems) }
}
