import { canonicalJson } from '@surety/tool-contracts/tools'
import type { ModuleAnswer, Workspace } from '../module.ts'
import { whileLocked } from './install-lock.ts'
import { readPlan } from './plans.ts'
import { readInstalled } from './read-installed.ts'
import { type Situation, situationOf } from './situation.ts'
import { switchTo } from './write-set.ts'

export interface Applied {
  readonly installed: readonly { readonly ref: string; readonly semver: string }[]
}

/**
 * Installs what the plan says, all of it or nothing, unless anything it is based on has changed. `readWorkspace` reads the
 * modules anew: what was looked at before the lock was had is not believed.
 */
export async function applyInstall(
  root: string,
  planId: string,
  readWorkspace: () => Promise<Workspace>,
): Promise<ModuleAnswer<Applied>> {
  return whileLocked<Applied>(root, async () => {
    const plan = readPlan(root, planId)
    if (!plan.ok) return plan
    if (plan.value === undefined) return stale('There is no such plan')
    const { situation } = plan.value
    const installed = readInstalled(root)
    if (!installed.ok) return installed
    if (installed.value.id === situation.target && situation.base !== situation.target) return applied()
    if ((installed.value.id ?? null) !== situation.base) return stale('Other modules were installed meanwhile')
    const found = situationOf(await readWorkspace(), installed.value, situation.want)
    if (!found.ok) return stale(`The plan can no longer be made: ${found.error.message.replace(/\.$/, '')}`)
    const { situation: now, target, modules } = found.value
    if (canonicalJson(now) !== canonicalJson(situation)) return stale(whatChanged(situation, now))
    const switched = switchTo(root, target, modules, installed.value.id)
    if (!switched.ok) return switched
    return { ok: true, value: { installed: now.modules.map(({ manifest: { ref, semver } }) => ({ ref, semver })) } }
  })
}

function whatChanged(before: Situation, now: Situation): string {
  const [was, is] = [before, now].map(
    ({ modules }) => new Map(modules.map(({ manifest, sha256 }) => [manifest.ref, sha256])),
  )
  const refs = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])]
  const changed = refs.filter((ref) => was?.get(ref) !== is?.get(ref))
  if (changed.length === 0) return 'This plan was not made for what is here'
  return `${changed.join(', ')} changed since the plan was made`
}

function applied(): ModuleAnswer<never> {
  const message = 'The plan has been applied already: what it wanted is installed, and nothing is left to do.'
  return { ok: false, error: { code: 'CONFLICT', message } }
}

function stale(what: string): ModuleAnswer<never> {
  const message = `${what}. Nothing was installed; ask for a new plan, and have that one approved.`
  return { ok: false, error: { code: 'CONFLICT', message } }
}
