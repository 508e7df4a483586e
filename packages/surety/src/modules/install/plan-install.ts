import type { ModuleAnswer, Workspace } from '../module.ts'
import { breaksBetween } from './breaks.ts'
import type { InstallPlan } from './install-plan.ts'
import type { InstalledSet } from './installed-set.ts'
import { keepPlan } from './plans.ts'
import { situationOf } from './situation.ts'

/**
 * The way from the installed set to one of the wanted modules (`namespace/name@range`), what they depend on, and nothing
 * else. The plan is kept under its id, by which `applyInstall` knows it.
 */
export async function planInstall(
  workspace: Workspace,
  installed: InstalledSet,
  want: readonly string[],
): Promise<ModuleAnswer<InstallPlan>> {
  const found = situationOf(workspace, installed, want)
  if (!found.ok) return found
  const { situation, target } = found.value
  const breaks = await breaksBetween(installed, target)
  const kept = keepPlan(workspace.root, { situation, breaks })
  if (!kept.ok) return kept
  const { steps, gained, loosened } = situation
  return { ok: true, value: { planId: kept.value, steps, breaks, gained, loosened } }
}
