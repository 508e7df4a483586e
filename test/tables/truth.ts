import {
  type AuditEvent,
  type TableConfig,
  type TableTool,
  type TableToolsOptions,
  type ToolExecutionResult,
  createTableTools,
} from '@surety/tables'
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

    async function toolOn(
      columns: string,
      coalesce: boolean,
      fields: readonly object[] = FIELDS,
      options: Partial<TableToolsOptions> = {},
    ): Promise<TableTool> {
      await lab.run(`create table things (${columns})`)
      const table = { tableName: 'things', toolId: 'add-thing', displayName: 'Thing', description: 'Adds a thing.' }
      const tables = [{ ...table, fields, coalesce } as unknown as TableConfig]
      const [tool] = await createTableTools({ config: { version: '1.0.0', tables }, store: lab.store, ...options })
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

    it.each<[string, () => void]>([
      ['throws', () => expect.unreachable('down')],
      [
        'throws what is no error',
        () => {
          throw Object.create(null)
        },
      ],
      ['rejects', async () => expect.unreachable('down')],
    ])('a row is a success though the listener of audit events %s', async (_, audit) => {
      const tool = await toolOn('id text primary key, n text', false, FIELDS, { audit })
      expect(await tool.execute({ n: 'x' })).toMatchObject({ success: true })
    })

    it('a key that is the value of a sensitive field is in no audit event', async () => {
      const events: AuditEvent[] = []
      const fields = FIELDS.map((field) => ({ ...field, sensitive: field.name === 'id' }))
      const audit = (event: AuditEvent): unknown => events.push(event)
      const tool = await toolOn('id text primary key, n text', false, fields, { audit })
      expect(await tool.execute({ id: 'pin-4711', n: 'x' })).toMatchObject({ success: true })
      expect(events).toHaveLength(1)
      expect(JSON.stringify(events)).not.toContain('4711')
    })

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
