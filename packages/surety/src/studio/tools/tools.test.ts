import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { STUDIO_TOOLS } from '../../modules/studio-tools.ts'
import { ownContracts } from '../own-contracts.ts'

it('modules know the names of the studio’s tools', () => {
  const root = fileURLToPath(new URL('../../../../../examples/studio', import.meta.url))
  expect(ownContracts(root, '.claude/memory').map(({ toolName }) => toolName)).toEqual([...STUDIO_TOOLS])
})
