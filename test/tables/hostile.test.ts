import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TableStore, type TableTool, createTableTools, sqliteStore, toMcpTools } from '@surety/tables'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CONFIGURATION } from './configuration.ts'

let folder: string
let store: TableStore
let tool: TableTool

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'surety-tables-'))
  store = sqliteStore(join(folder, 'tables.db'))
  const tools = await createTableTools({ config: CONFIGURATION, store })
  tool = tools.find(({ id }) => id === 'add-plain-values') ?? expect.unreachable()
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

it('an input of a hundred thousand unknown fields is refused in time, with the first of them', async () => {
  const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index]))
  const started = performance.now()
  const result = await tool.execute({ whole: 'x', ...keys })
  expect(performance.now() - started).toBeLessThan(5000)
  if (result.success) return expect.unreachable()
  expect(result.error.details?.errors).toHaveLength(101)
})

const throws = (): never => {
  throw new Error('boom')
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

function cyclic(): object {
  const self: Record<string, unknown> = {}
  self['self'] = self
  return self
}

const HOSTILE: readonly [string, () => unknown][] = [
  ['has a getter that throws', () => Object.defineProperty({}, 'note', { get: throws, enumerable: true })],
  [
    'has such a getter in a document',
    () => ({ document: Object.defineProperty({}, 'a', { get: throws, enumerable: true }) }),
  ],
  ['is a proxy whose traps throw', () => new Proxy({}, { get: throws, ownKeys: throws, getPrototypeOf: throws })],
  ['is a proxy without a target', revoked],
  ['has one in a document', () => ({ document: revoked() })],
  ['contains itself', () => ({ document: cyclic() })],
  ['is nested deeper than the stack', () => ({ document: JSON.parse('{"a":'.repeat(4000) + '{}' + '}'.repeat(4000)) })],
]

it.each(HOSTILE)('an input that %s is a VALIDATION_ERROR, and nothing rejects', async (_, make) => {
  const refused = { success: false, error: { type: 'VALIDATION_ERROR' } }
  expect(await tool.execute(make())).toMatchObject(refused)
  expect(await toMcpTools([tool])[0]?.call(make())).toMatchObject({ isError: true, structuredContent: refused })
})
