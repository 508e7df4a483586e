import type { Contracts } from './request/contracts.ts'
import type { Launch } from './process/launch.ts'
import { observableBefore } from './evidence/observable.ts'
import type { Prepared } from './request/prepare.ts'
import type { TestRequest } from './request/request.ts'
import { unmetRequirements } from './requirements.ts'
import { misspelt } from './request/tool-names.ts'

/** What makes the run useless, and is known before the server starts. */
export async function reasonsNotToStart(
  launch: Launch,
  { config }: Prepared,
  request: TestRequest,
  reading: Promise<Contracts>,
): Promise<readonly string[]> {
  const unmet = unmetRequirements([...config.check.require, ...request.require], observableBefore(launch))
  if (unmet.length > 0 || request.tools.length === 0) return unmet
  return [misspelt(request, await reading) ?? []].flat()
}
