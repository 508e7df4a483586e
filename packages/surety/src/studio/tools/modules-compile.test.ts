import { createToolHost } from '@surety/tool-contracts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ModuleFolder } from '../../modules/modules.test-data.ts'
import type { StudioContext } from '../studio-context.ts'
import { modulesCompile } from './modules-compile.ts'
import { modulesValidate } from './modules-validate.ts'

let folder: ModuleFolder
beforeEach(() => {
  folder = new ModuleFolder()
})
afterEach(() => folder.remove())

it('modules.compile looks at the one module and what it depends on, not at all that there are', async () => {
  folder.module('a/b')
  folder.module('z/other')
  const catalogue = folder.catalogue()
  const asked: (string | undefined)[] = []
  const unused = (): never => {
    throw new Error('Not asked for here.')
  }
  const studio: StudioContext = {
    root: folder.root,
    memoryDir: folder.root,
    now: () => new Date(),
    catalogue: { ...catalogue, read: (ref) => (asked.push(ref), catalogue.read(ref)) },
    findSteps: unused,
    policy: undefined,
    health: unused,
    own: { contracts: () => [], check: unused },
  }
  const host = createToolHost({ tools: [modulesValidate(studio), modulesCompile(studio)] })
  expect(await host.call('modules.compile', { moduleRef: 'a/b' })).toMatchObject({ ok: true })
  expect(asked).toEqual(['a/b', 'a/b'])
})
