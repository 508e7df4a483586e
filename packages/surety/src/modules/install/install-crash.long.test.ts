import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ModuleFolder, contract } from '../modules.test-data.ts'
import { applyInChild, given } from './lab.test-data.ts'
import { planInstall } from './plan-install.ts'
import { readInstalled } from './read-installed.ts'

let folder: ModuleFolder
beforeEach(() => {
  folder = new ModuleFolder()
})
afterEach(() => folder.remove())

async function planOf(...want: readonly string[]): Promise<string> {
  return given(await planInstall(await folder.read(), given(readInstalled(folder.root)), want)).planId
}

it('processes that are killed before any change they make to a file leave the old set or the new one, whole', async () => {
  folder.module('acme/a', { tools: ['a', 'b'] })
  await applyInChild(folder.root, await planOf('acme/a'), 0)
  const met = new Set<string | undefined>()
  let wasKilled = true
  for (let change = 1; wasKilled; change += 1) {
    // Each round installs something new over what the round before left.
    folder.put('modules/acme/a/tools/a.yaml', contract('a', `constraints: [Round ${change}.]\n`))
    const before = given(readInstalled(folder.root)).id
    const planId = await planOf('acme/a')
    wasKilled = (await applyInChild(folder.root, planId, change)) === 'killed'
    const after = given(readInstalled(folder.root)).id
    met.add(after === before ? 'old' : 'new')
    if (wasKilled) continue
    expect(change).toBeGreaterThan(10)
    expect(new Set(readdirSync(join(folder.root, '.surety/installed/sets')))).toEqual(new Set([before, after]))
    expect(readdirSync(join(folder.root, '.surety/installed')).toSorted()).toEqual(['installed.json', 'sets'])
  }
  expect(met).toEqual(new Set(['old', 'new']))
})

it('of processes that apply at the same time one wins, the others are told to ask for a new plan', async () => {
  folder.module('acme/a', { tools: ['a'] })
  folder.module('acme/b', { tools: ['b'] })
  const plans = [await planOf('acme/a'), await planOf('acme/b'), await planOf('acme/a', 'acme/b')]
  const answers = await Promise.all(plans.map((planId) => applyInChild(folder.root, planId, 0)))
  const codes = answers.map((answer) => /"code":"(\w+)"/.exec(answer)?.[1] ?? 'installed')
  expect(codes.toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'installed'])
  expect(given(readInstalled(folder.root)).id).toBeDefined()
  expect(existsSync(join(folder.root, '.surety/install.lock'))).toBe(true)
})
