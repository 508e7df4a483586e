import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Value } from './database.ts'
import { LABS, type Lab, databaseAt } from './engines.test-data.ts'

const FIRST = ['a "word"\\ \u{1F600}', 2 ** 40, null]
const SECOND = ['b', -1, '']

describe.each(LABS)('a statement on $engine', ({ start }) => {
  let lab: Lab
  let database: Database
  beforeAll(() => {
    lab = start()
    database = databaseAt(lab.fresh())
  })
  afterAll(async () => {
    await database.close()
    lab.end()
  })

  it.each([
    { how: 'one alone', rows: [FIRST] },
    { how: 'among many', rows: [FIRST, SECOND] },
    { how: 'among none', rows: [] },
  ])('reads the rows it is given, $how', async ({ rows }) => {
    const columns = { name: 'text', size: 'bigint', note: 'text' } as const
    const found = await database.read((sql) =>
      sql<Record<string, Value>>('select name, size, note from {rows} where size <> $1', [0], { columns, rows }),
    )
    expect(found.map(({ name, size, note }) => [name, size, note])).toEqual(rows)
  })
})
