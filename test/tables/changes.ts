import { type TableConfig, type ToolExecutionResult, createTableTools } from '@surety/tables'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LabMaker, TablesLab } from './lab.ts'

const N = [{ name: 'n', label: 'N', dataType: 'text', required: true }] as const
type Run = (n: string) => Promise<ToolExecutionResult>

/** A table may be changed at any time: the next call is told right, under the key that is stored. */
export function changesSuite({ name, make }: LabMaker): void {
  describe(`changes on ${name}`, () => {
    let lab: TablesLab
    beforeEach(async () => void (lab = await make()))
    afterEach(() => lab.close())

    async function toolOn(columns: string, coalesce: boolean, fields: readonly object[] = N): Promise<Run> {
      await lab.run(`create table things (${columns})`)
      const table = { tableName: 'things', toolId: 'add-thing', displayName: 'Thing', description: 'Adds a thing.' }
      const tables = [{ ...table, fields, coalesce } as unknown as TableConfig]
      const [tool] = await createTableTools({ config: { version: '1.0.0', tables }, store: lab.store })
      return (n) => tool?.execute({ n }) ?? expect.unreachable()
    }
    const all = (run: Run, names: string): Promise<readonly ToolExecutionResult[]> =>
      Promise.all(Array.from(names, run))
    const failuresIn = (results: readonly ToolExecutionResult[]): unknown[] =>
      results.filter(({ success }) => !success).map(idOf)
    const idOf = (result: ToolExecutionResult): unknown =>
      result.success ? (result.data.id ?? 'no id') : result.error.message

    async function expectStored(results: readonly ToolExecutionResult[], names: string, key = 'id'): Promise<void> {
      const rows = await lab.query(`select cast(${key} as text) as id, n from things`)
      const ids = new Map(rows.map((row) => [row['n'], row['id']]))
      expect(results.map(idOf)).toEqual(Array.from(names, (n) => ids.get(n)))
    }

    const RECREATED: readonly (readonly [string, 'sqlite' | 'postgres', string, string])[] = [
      ['a number becomes a text', 'sqlite', 'id integer primary key, n text', 'id text primary key, n text'],
      ['a text becomes a number', 'sqlite', 'id text primary key, n text', 'id integer primary key, n text'],
      ['a text key comes', 'sqlite', 'n text', 'id text primary key, n text'],
      ['a required key comes', 'sqlite', 'n text', 'id text primary key not null, n text'],
      [
        'a number becomes a uuid',
        'postgres',
        'id serial primary key, n text',
        'id uuid primary key default gen_random_uuid(), n text',
      ],
      ['a number becomes a text', 'postgres', 'id serial primary key, n text', 'id text primary key, n text'],
      ['a text becomes a number', 'postgres', 'id text primary key, n text', 'id bigserial primary key, n text'],
      ['a required key comes', 'postgres', 'n text', 'id text primary key not null, n text'],
    ]
    for (const coalesce of [false, true]) {
      it.each(RECREATED)(`%s (%s: %s → %s; coalesce: ${coalesce})`, async (_, engine, before, after) => {
        if (engine !== lab.engine) return
        const run = await toolOn(before, coalesce)
        expect(failuresIn(await all(run, 'abcdefghijkl'))).toEqual([])
        await lab.run(`drop table things; create table things (${after})`)
        await expectStored(await all(run, 'mnopqrstuvwx'), 'mnopqrstuvwx')
        await expectStored(await all(run, 'yz'), 'yz')
      })
    }

    it.each([false, true])('the key is renamed (coalesce: %s)', async (coalesce) => {
      const run = await toolOn(`id ${lab.engine === 'sqlite' ? 'integer' : 'serial'} primary key, n text`, coalesce)
      await all(run, 'ab')
      await lab.run('alter table things rename column id to key')
      await expectStored(await all(run, 'cd'), 'cd', 'key')
    })

    it.each([false, true])('the type of the key grows under load (coalesce: %s)', async (coalesce) => {
      if (lab.engine === 'sqlite') return
      const run = await toolOn('id serial primary key, n text', coalesce)
      const endsAt = performance.now() + 500
      const failures: unknown[] = []
      const callers = Array.from({ length: 5 }, async () => {
        while (performance.now() < endsAt) failures.push(...failuresIn([await run('x')]))
      })
      await new Promise((resolve) => setTimeout(resolve, 200))
      await lab.run('alter table things alter id type bigint')
      await Promise.all(callers)
      failures.push(...failuresIn(await all(run, 'xyz')))
      expect(failures).toEqual([])
    })

    it.each([false, true])('the key loses its default (coalesce: %s)', async (coalesce) => {
      if (lab.engine === 'sqlite') return
      const run = await toolOn('id text primary key default gen_random_uuid(), n text', coalesce)
      await all(run, 'ab')
      await lab.run('alter table things alter id drop default')
      await expectStored(await all(run, 'cd'), 'cd')
    })

    it.each([false, true])('the type of a column changes (coalesce: %s)', async (coalesce) => {
      if (lab.engine === 'sqlite') return
      const run = await toolOn('id serial primary key, n integer', coalesce)
      expect(failuresIn(await all(run, '12'))).toEqual([])
      await lab.run('alter table things alter n type text')
      await expectStored(await all(run, 'cd'), 'cd')
    })

    it('an optional field whose column is missing stops only the calls that send it, until the column comes', async () => {
      const place = { name: 'place', label: 'Place', dataType: 'text', required: false }
      await lab.run('create table things (n text)')
      const table = { tableName: 'things', toolId: 'add-thing', displayName: 'Thing', description: 'Adds a thing.' }
      const tables = [{ ...table, fields: [...N, place] } as unknown as TableConfig]
      const [tool] = await createTableTools({ config: { version: '1.0.0', tables }, store: lab.store })
      expect(await tool?.execute({ n: 'a' })).toMatchObject({ success: true })
      expect(await tool?.execute({ n: 'a', place: 'here' })).toMatchObject({
        error: { message: "Column 'place' of table 'things' does not exist in database schema" },
      })
      await lab.run('alter table things add column place text')
      expect(await tool?.execute({ n: 'a', place: 'here' })).toMatchObject({ success: true })
    })

    it('what does not change is looked up again after a failure, and stays a failure', async () => {
      const run = await toolOn('id integer primary key, n text not null, m text not null', false)
      for (const _ of [1, 2]) expect(await run('a')).toMatchObject({ error: { details: { code: 'P2011' } } })
    })

    it('columns whose names have line breaks keep their own values', async () => {
      await lab.run('create table things ("a\nb" text, "c" text, "a" text, "b\nc" text)')
      const table = { tableName: 'things', toolId: 'add-thing', displayName: 'Thing', description: 'Adds a thing.' }
      const fields = ['ab', 'c', 'a', 'bc'].map((field) => ({
        name: field,
        label: field,
        dataType: 'text',
        required: false,
      }))
      const columnMappings = { ab: 'a\nb', bc: 'b\nc' }
      const tables = [{ ...table, fields, columnMappings } as unknown as TableConfig]
      const [tool] = await createTableTools({ config: { version: '1.0.0', tables }, store: lab.store })
      for (const input of [
        { ab: 'AB', c: 'C' },
        { a: 'A', bc: 'BC' },
      ])
        expect(await tool?.execute(input)).toMatchObject({ success: true })
      const rows = await lab.query('select * from things')
      expect(rows.map((row) => Object.entries(row).filter(([, value]) => value !== null))).toEqual([
        [
          ['a\nb', 'AB'],
          ['c', 'C'],
        ],
        [
          ['a', 'A'],
          ['b\nc', 'BC'],
        ],
      ])
    })
  })
}
