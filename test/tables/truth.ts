import { createMemoryJournal } from '@surety/tool-contracts'
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

/** What a trigger does with a row that is stored already. */
const LATER = {
  sqlite: (change: string) => `create trigger later after insert on things begin ${change}; end`,
  postgres: (change: string) => `create function later() returns trigger language plpgsql as $$
    begin ${change}; return null; end $$;
    create trigger later after insert on things for each row execute function later()`,
}
const RENAME = `create function rename() returns trigger language plpgsql as $$
  begin if new.n = 'bad' then return null; end if; new.id = 'my ' || new.n; return new; end $$;
  create trigger rename before insert on things for each row execute function rename()`

/** A success is a row that is stored, under the id that is told. */
export function truthSuite({ name, make }: LabMaker): void {
  describe(`on ${name}`, () => {
    const isPrisma = name === 'Prisma'
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
      return toolAgain(coalesce, fields, options)
    }

    async function toolAgain(
      coalesce: boolean,
      fields: readonly object[] = FIELDS,
      options: Partial<TableToolsOptions> = {},
    ): Promise<TableTool> {
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
      // A model of Prisma has a key.
      if (isPrisma && !columns.includes('id')) return
      const fields = FIELDS.filter((field) => columns.includes(field.name))
      const tool = await toolOn(columns, coalesce, fields)
      await lab.run(SKIP[lab.engine])
      const results = await Promise.all(['good', 'bad'].map((n) => tool.execute({ n })))
      expect(results.map(({ success }) => success)).toEqual([true, false])
      expect(results[1]).toMatchObject({ error: { type: 'DATABASE_ERROR', details: { code: 'left_out' } } })
      expect(await lab.query('select n from things')).toMatchObject([{ n: 'good' }])
    })

    it.runIf(!isPrisma).each([false, true])(
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

    it.each<[string, 'sqlite' | 'postgres', string]>([
      ['text', 'sqlite', 'pin-4711'],
      ['text', 'postgres', 'pin-4711'],
      ['uuid', 'postgres', '{aaaaaaaabbbb4ccc8dddeeeeeeee4711}'],
      ['char(12)', 'postgres', 'pin-4711'],
    ])(
      'a key that is the value of a sensitive field is told to its caller alone (%s, %s)',
      async (type, engine, id) => {
        if (engine !== lab.engine || (isPrisma && type !== 'text')) return
        const events: AuditEvent[] = []
        const journal = createMemoryJournal()
        const fields = FIELDS.map((field) => ({ ...field, sensitive: field.name === 'id' }))
        const audit = (event: AuditEvent): unknown => events.push(event)
        const tool = await toolOn(`id ${type} primary key, n text`, false, fields, { audit, journal })
        expect(await tool.execute({ id, n: 'x' })).toMatchObject({
          success: true,
          data: { id: expect.stringMatching('4711') },
        })
        expect(events).toHaveLength(1)
        expect(JSON.stringify([events, journal.all()])).not.toMatch(/pin-4711|eeee4711/)
      },
    )

    it.each([false, true])('a key that a trigger changes is told as it is stored (coalesce: %s)', async (coalesce) => {
      if (lab.engine === 'sqlite') return
      const tool = await toolOn('id text primary key, n text', coalesce)
      await lab.run(RENAME)
      const told = ids(await Promise.all(['a', 'b', 'c'].map((n) => tool.execute({ n }))))
      // A client of Prisma knows of no triggers: of rows that it stores together it cannot say which is which.
      expect(told).toEqual(isPrisma && coalesce ? Array(3).fill('uncertain') : ['my a', 'my b', 'my c'])
    })

    it('rows whose keys a new trigger changes are told as stored, or as uncertain, never wrong', async () => {
      if (lab.engine === 'sqlite') return
      const tool = await toolOn('id text primary key, n text', true)
      await tool.execute({ n: 'first' })
      await lab.run(RENAME)
      const names = ['a', 'bad', 'c']
      const first = ids(await Promise.all(names.map((n) => tool.execute({ n }))))
      expect(first).toEqual(['uncertain', 'uncertain', 'uncertain'])
      const next = ids(await Promise.all(['d', 'bad', 'f'].map((n) => tool.execute({ n }))))
      expect(next).toEqual(['my d', 'left_out', 'my f'])
      expect(await lab.query('select id from things order by id')).toHaveLength(5)
    })

    it('of rows that a new trigger leaves out each is told', async () => {
      const tool = await toolOn('id text primary key, n text', true)
      await tool.execute({ n: 'first' })
      await lab.run(SKIP[lab.engine])
      const told = ids(await Promise.all(['a', 'bad', 'c'].map((n) => tool.execute({ n }))))
      const rows = await lab.query('select id, n from things order by n')
      expect(rows.map(({ n }) => n)).toEqual(['a', 'c', 'first'])
      expect(told).toEqual([rows[0]?.['id'], 'left_out', rows[1]?.['id']])
    })

    // A client of Prisma knows of no triggers, and does not look again for every row.
    describe.runIf(!isPrisma)('a trigger that runs after the row is stored', () => {
      const start = async (coalesce: boolean, change: string): Promise<TableTool> => {
        const tool = await toolOn('id text primary key, n text', coalesce)
        // PostgreSQL does not tell that a table has another trigger than when its catalogue was read: before the first insert.
        if (lab.engine === 'sqlite') await tool.execute({ n: 'first' })
        await lab.run(LATER[lab.engine](change))
        return tool
      }

      it.each([false, true])('and removes it is no success (coalesce: %s)', async (coalesce) => {
        const tool = await start(coalesce, 'delete from things where id = new.id')
        const told = ids(await Promise.all(['a', 'b'].map((n) => tool.execute({ n }))))
        expect(told).toEqual(Array(2).fill(lab.engine === 'sqlite' ? 'left_out' : 'uncertain'))
      })

      it.each([false, true])(
        'and changes its key never tells a key that is not stored (coalesce: %s)',
        async (coalesce) => {
          const change = `update things set id = 'my ' || new.n where id = new.id`
          const tool = await start(coalesce, change)
          const told = ids(await Promise.all(['a', 'b'].map((n) => tool.execute({ n }))))
          // PostgreSQL has no number of its own for the row by which it could be found again.
          expect(told).toEqual(lab.engine === 'sqlite' ? ['my a', 'my b'] : ['uncertain', 'uncertain'])
        },
      )

      it.each([false, true])('and changes something else is told as it is stored (coalesce: %s)', async (coalesce) => {
        const tool = await start(coalesce, `update things set n = n || '!' where id = new.id`)
        const told = ids(await Promise.all(['a', 'b'].map((n) => tool.execute({ n }))))
        const rows = await lab.query(`select id from things where n in ('a!', 'b!') order by n`)
        expect(told).toEqual(rows.map(({ id }) => id))
      })

      it('is minded in tables without row numbers too', async () => {
        if (lab.engine === 'postgres') return
        await lab.run('create table things (id text primary key, n text) without rowid')
        const tool = await toolAgain(false)
        await lab.run(LATER.sqlite('delete from things where id = new.id'))
        expect(ids([await tool.execute({ n: 'a' })])).toEqual(['left_out'])
      })
    })
  })
}
