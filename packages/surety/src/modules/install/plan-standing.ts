import { join } from 'node:path'
import { FILE_START } from '../diagnostic.ts'
import { findModuleContracts } from '../find-module-contracts.ts'
import { folderFiles } from '../folder-files.ts'
import { ModuleFiles } from '../module-files.ts'
import { importable } from '../code/read-code.ts'
import { sha256 } from './installed-set.ts'
import { staysBelow } from './layout.ts'
import { standingOf } from './own-files.ts'
import { readPlan } from './plans.ts'
import { installedId } from './read-installed.ts'
import type { PlannedModule } from './situation.ts'

/** Unknown: there is no such plan. Stale: the installed set, or a file of a wanted module, is not as it was. */
export type PlanStanding = 'current' | 'applied' | 'stale' | 'unknown'

/** Can the plan still be applied? Whatever cannot be told is stale. `root` is real; the id may be anything. */
export function planStanding(root: string, planId: string): PlanStanding {
  try {
    const plan = readPlan(root, planId)
    if (!plan.ok) return 'stale'
    if (plan.value === undefined) return 'unknown'
    const { base, target, modules } = plan.value.situation
    const installed = installedId(root)
    if (!installed.ok) return 'stale'
    if ((installed.value ?? null) !== base) return installed.value === target ? 'applied' : 'stale'
    return modules.every((module) => isUnchanged(root, module)) ? 'current' : 'stale'
  } catch {
    return 'stale'
  }
}

function isUnchanged(root: string, { folder, sources, manifest }: PlannedModule): boolean {
  const own = staysBelow(folder) ? join(root, ...folder.split('/')) : undefined
  if (own === undefined || standingOf(own) !== 'itself') return false
  const files = new ModuleFiles(root, own)
  const naming = { file: folder, ...FILE_START, key: 'plan' }
  const isSame = sources.every(({ path, sha256: expected }) => {
    const source = staysBelow(path) ? files.read(path, naming) : undefined
    return source !== undefined && sha256(source.text) === expected
  })
  if (!isSame) return false
  const known = new Set(sources.map(({ path }) => path))
  const { paths } = folderFiles(own)
  const contracts = findModuleContracts(files, paths, manifest, () => FILE_START)
  const hasCode = contracts.some(({ notation }) => notation === 'code')
  const imported = hasCode ? importable(paths, new Set(contracts.map(({ path }) => path))) : []
  return [...contracts.map(({ path }) => path), ...imported].every((path) => known.has(path))
}
