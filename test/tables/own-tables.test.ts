import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isOurs } from '../../packages/tables/src/store/row-key.ts'

it('the tables of the record are known to be its own, and no others are', () => {
  const source = readFileSync(new URL('../../packages/surety/src/store/migrate.ts', import.meta.url), 'utf8')
  const made = [...source.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, name = '']) => name)
  expect(made.length).toBeGreaterThan(0)
  expect(made.filter((name) => !isOurs(name))).toEqual([])
  expect(['surety_bonds', 'steps'].filter(isOurs)).toEqual([])
})
