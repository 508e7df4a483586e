import { type TableConfig, type TableTool, type ToolExecutionResult, createTableTools } from '@surety/tables'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LabMaker, TablesLab } from './lab.ts'

const FIELDS = [
  { name: 'id', label: 'ID', dataType: 'text', required: false },
  { name: 'n', label: 'N', dataType: 'text', required: true },
] as const

const SKIP = {
  sqlite: `create trigger skip before insert on things when new.n = 'bad' begin select raise(ignore); end`,
  postgres: `create function skip() returns trigger language plpgsql as $$
    begin if new.n = 'bad' then return null; end if; return new; end $$;
    create trigger skip before insert on things for each row execute function skip()`,
}

/** A success is a row that is stored, under the id that is told. */
export function truthSuite({ name, make }: LabMaker): void {
  describe(`on ${name}`, () => {
    let lab: TablesLab
    beforeEach(async () => void (lab = await make()))
    afterEach(() => lab.close())

    async function toolOn(columns: string, coalesce: boolean, fields: readonly object[] = FIELDS): Promise<TableTool> {
      await lab.run(`create table things (${columns})`)
      const table = { tableName: 'things', toolId: 'add-thing', displayName: 'Thing', description: 'Adds a thing.' }
      const tables = [{ ...table, fields, coalesce } as unknown as TableConfig]
      const [tool] = await createTableTools({ config: { version: '1.0.0', tables }, store: lab.store })
      return tool ?? expect.unreachable()
    }
    const ids = (results: readonly ToolExecutionResult[]): unknown[] =>
      results.map((result) => (result.success ? result.data.id : result.error.details?.code))

    it.each([
      ['with a key', 'id text primary key, n text', false],
      ['with a key, coalesced', 'id text primary key, n text', true],
      ['without a key', 'n text', false],
      ['without a key, coalesced', 'n text', true],
    ])('a row that a trigger leaves out is no success (%s)', async (_, columns, coalesce) => {
      const fields = FIELDS.filter((field) => columns.includes(field.name))
      const tool = await toolOn(columns, coalesce, fields)
      await lab.run(SKIP[lab.engine])
      const results = await Promise.all(['good', 'bad'].map((n) => tool.execute({ n })))
      expect(results.map(({ success }) => success)).toEqual([true, false])
      expect(results[1]).toMatchObject({ error: { type: 'DATABASE_ERROR', details: { code: 'left_out' } } })
      expect(await lab.query('select n from things')).toMatchObject([{ n: 'good' }])
    })

    it.each([false, true])(
      'a key that the database writes otherwise is told as it is stored (coalesce: %s)',
      async (coalesce) => {
        const tool = await toolOn(
          lab.engine === 'postgres' ? 'id uuid primary key, n text' : 'id text primary key collate nocase, n text',
          coalesce,
        )
        const sent = ['A', 'B', 'C'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`)
        const told = ids(await Promise.all(sent.map((id) => tool.execute({ id, n: 'x' }))))
        const stored = await lab.query('select id from things order by id')
        expect(told).toEqual(stored.map((row) => row['id']))
      },
    )

    it.each([false, true])('a key that a trigger changes is told as it is stored (coalesce: %s)', async (coalesce) => {
      if (lab.engine === 'sqlite') return
      const tool = await toolOn('id text primary key, n text', coalesce)
      await lab.run(`create function rename() returns trigger language plpgsql as $$
        begin new.id = 'my ' || new.n; return new; end $$;
        create trigger rename before insert on things for each row execute function rename()`)
      const told = ids(await Promise.all(['a', 'b', 'c'].map((n) => tool.execute({ n }))))
      expect(told).toEqual(['my a', 'my b', 'my c'])
    })
  })
}
