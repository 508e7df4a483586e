import { createMemoryJournal } from '@surety/tool-contracts'
import {
  type AuditEvent,
  type TableConfig,
  type TableTool,
  type ToolExecutionResult,
  createTableTools,
} from '@surety/tables'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONFIGURATION, ENTRY, MOOD, ORDER, PLAIN } from './configuration.ts'
import { type LabMaker, type TablesLab, createTables, rowsOf } from './lab.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What holds on every store, in the same words. */
export function paritySuite({ name, make }: LabMaker): void {
  describe(`on ${name}`, () => {
    let lab: TablesLab
    let tools: readonly TableTool[]
    let journal: ReturnType<typeof createMemoryJournal>
    let events: AuditEvent[]

    beforeEach(async () => {
      lab = await make()
      await createTables(lab, CONFIGURATION.tables)
      journal = createMemoryJournal()
      events = []
      tools = await createTableTools({
        config: CONFIGURATION,
        store: lab.store,
        journal,
        audit: (event) => events.push(event),
      })
    })
    afterEach(() => lab.close())

    const execute = (id: string, input: unknown): Promise<ToolExecutionResult> => {
      const tool = tools.find((one) => one.id === id)
      return tool === undefined
        ? expect.unreachable(`There is no ${id}.`)
        : tool.execute(input, { actor: 'ada', traceId: 't' })
    }
    const log = (input: object = {}): Promise<ToolExecutionResult> => execute('log-mood', { ...ENTRY, ...input })

    async function withTable(
      fields: readonly object[],
      columns: string,
      work: (run: (input: object) => Promise<ToolExecutionResult>) => Promise<void>,
      more: object = {},
    ): Promise<void> {
      await lab.run(`create table things (${columns})`)
      const table = {
        tableName: 'things',
        toolId: 'add-thing',
        displayName: 'Thing',
        description: 'Adds a thing.',
        fields,
        ...more,
      }
      const [tool] = await createTableTools({
        config: { version: '1.0.0', tables: [table as unknown as TableConfig] },
        store: lab.store,
      })
      if (tool === undefined) return expect.unreachable()
      await work((input) => tool.execute(input))
    }

    it("stores the seed's example and says so in the seed's words", async () => {
      const result = await log({ notes: 'Great day today!' })
      expect(result).toEqual({
        success: true,
        data: {
          id: expect.stringMatching(UUID),
          rowCount: 1,
          message: 'Successfully logged mood entry for user_123 at 2025-10-05T14:30:00Z',
        },
      })
      expect(await rowsOf(lab, MOOD)).toEqual([
        { ...ENTRY, notes: 'Great day today!', price: null, active: true, metadata: null },
      ])
      const [row] = await lab.query('select id from mood_entries')
      expect(result).toMatchObject({ data: { id: row?.['id'] } })
    })

    it('stores every field', async () => {
      const all = { notes: 'n', price: 12.25, active: false, metadata: { a: [1, { b: null }], ü: '€' } }
      expect(await log(all)).toMatchObject({ success: true })
      expect(await rowsOf(lab, MOOD)).toEqual([{ ...ENTRY, ...all }])
    })

    it('a row without a message of its own is told of by its table', async () => {
      expect(await execute('add-order', { select: '*' })).toMatchObject({
        data: { message: 'Successfully inserted row into table' },
      })
    })

    it('tables, columns and fields may be named with words of SQL, and enum values may hold any sign', async () => {
      for (const group of ["a'b", 'c;d', 'e"f', 'g\\h'])
        expect(await execute('add-order', { select: "'); drop table x; --", from: 1, group })).toMatchObject({
          success: true,
        })
      expect(await rowsOf(lab, ORDER)).toHaveLength(4)
      expect((await rowsOf(lab, ORDER))[3]).toEqual({ select: "'); drop table x; --", from: 1, group: 'g\\h' })
    })

    it('refuses a bad input before the database, all violations listed, the first one named', async () => {
      const result = await log({ energy_level: 15, mood: 'angry', extra: 1 })
      expect(result).toEqual({
        success: false,
        error: {
          type: 'VALIDATION_ERROR',
          message: "Field 'mood' must be one of: happy, sad, neutral, anxious",
          details: {
            field: 'mood',
            expected: 'one of: happy, sad, neutral, anxious',
            received: 'angry',
            code: 'invalid_value',
            errors: [
              expect.objectContaining({ field: 'mood', code: 'invalid_value' }),
              expect.objectContaining({ field: 'energy_level', code: 'too_big' }),
              expect.objectContaining({ field: 'extra', code: 'unrecognized_keys' }),
            ],
          },
        },
      })
      expect(await rowsOf(lab, MOOD)).toEqual([])
    })

    it('answers a number out of range exactly as the seed does', async () => {
      expect(await log({ energy_level: 15 })).toEqual({
        success: false,
        error: {
          type: 'VALIDATION_ERROR',
          message: "Field 'energy_level' must be between 1 and 10, but received 15",
          details: { field: 'energy_level', expected: 'integer between 1 and 10', received: '15', code: 'too_big' },
        },
      })
    })

    it('a row that is there already is P2002, on the fields of the configuration', async () => {
      await log()
      expect(await log()).toEqual({
        success: false,
        error: {
          type: 'DATABASE_ERROR',
          message: 'Failed to insert mood entry: unique constraint violation on (user_id, timestamp)',
          details: { code: 'P2002', field: 'user_id, timestamp' },
        },
      })
      expect(await rowsOf(lab, MOOD)).toHaveLength(1)
      expect(await tools[0]?.call(ENTRY)).toMatchObject({ error: { blame: 'caller' } })
    })

    it('a moment is the same one however it is written', async () => {
      await log()
      for (const timestamp of ['2025-10-05T14:30:00.000Z', '2025-10-05T16:30:00.0+02:00'])
        expect(await log({ timestamp })).toMatchObject({ error: { details: { code: 'P2002' } } })
    })

    it('an insert is told of with tool, actor, time and row, and nothing of the values', async () => {
      const result = await log()
      const { steps } = journal.steps({ traceId: 't', principal: 'ada' })
      expect(events).toEqual([
        {
          toolId: 'log-mood',
          actor: 'ada',
          timestamp: expect.stringMatching(/Z$/),
          rowId: result.success ? result.data.id : '',
          tableName: 'mood_entries',
          traceId: 't',
          stepId: steps[0]?.stepId,
        },
      ])
      await log()
      await log({ mood: 'x' })
      expect(events).toHaveLength(1)
    })

    it('every execution is a step of the journal, with its code', async () => {
      await log()
      await log()
      await log({ mood: 'angry' })
      const { steps } = journal.steps({ traceId: 't', principal: 'ada' })
      expect(steps.map(({ toolName, statusCode, code }) => [toolName, statusCode, code])).toEqual([
        ['log-mood', 200, undefined],
        ['log-mood', 422, 'P2002'],
        ['log-mood', 400, 'INVALID_INPUT'],
      ])
      expect(steps[0]?.operations).toEqual([{ kind: 'insert', target: expect.stringMatching(/^mood_entries\//) }])
    })

    it('a sensitive value is in no step, no event and no answer', async () => {
      expect(await execute('add-plain-values', { pin: 'pin-4711' })).toMatchObject({ success: true })
      const refused = await execute('add-plain-values', { pin: 'pin-4711-too-long' })
      const told = JSON.stringify([journal.all(), events, refused])
      expect(told).not.toContain('pin-4711')
      expect(refused).toMatchObject({ error: { details: { received: '[redacted]' } } })
      expect(await rowsOf(lab, PLAIN)).toMatchObject([{ pin: 'pin-4711' }])
    })

    it('a default of now is the moment of the call', async () => {
      const before = Date.now()
      await execute('add-plain-values', {})
      const [row] = await rowsOf(lab, PLAIN)
      expect(Date.parse(String(row?.['made_at']))).toBeGreaterThanOrEqual(before)
      expect(Date.parse(String(row?.['made_at']))).toBeLessThanOrEqual(Date.now())
    })

    it('two tools may insert into one table', async () => {
      const second = {
        ...MOOD,
        toolId: 'log-mood-again',
        fields: MOOD.fields.filter(({ required, name }) => required || name === 'active'),
      }
      const both = await createTableTools({ config: { version: '1.0.0', tables: [MOOD, second] }, store: lab.store })
      for (const [index, tool] of both.entries())
        expect(await tool.execute({ ...ENTRY, energy_level: 1 + index, user_id: tool.id })).toMatchObject({
          success: true,
        })
      expect(await rowsOf(lab, MOOD)).toHaveLength(2)
    })

    it('a table that is gone is CONFIG_ERROR until it is back', async () => {
      await log()
      await lab.run('drop table mood_entries')
      const missing = {
        success: false,
        error: {
          type: 'CONFIG_ERROR',
          message: "Table 'mood_entries' does not exist in database schema",
          details: { code: 'table_not_found' },
        },
      }
      expect(await log()).toEqual(missing)
      expect(await log()).toEqual(missing)
      expect(await tools[0]?.call(ENTRY)).toMatchObject({ error: { blame: 'environment' } })
      await createTables(lab, [MOOD])
      expect(await log()).toMatchObject({ success: true })
    })

    it('a thousand callers are all answered, each with the id of its own row', async () => {
      const results = await Promise.all(
        Array.from({ length: 1000 }, (_, index) => log({ user_id: `user_${index}`, notes: `note ${index}` })),
      )
      const ids = new Map(
        (await lab.query('select id, notes from mood_entries')).map((row) => [row['notes'], row['id']]),
      )
      expect(results.map((result) => (result.success ? result.data.id : result))).toEqual(
        Array.from({ length: 1000 }, (_, index) => ids.get(`note ${index}`)),
      )
    })

    it.runIf(name !== 'Prisma').each([
      ['a number that the database counts up', 'sqlite' as const, 'id integer primary key, n text', '1'],
      ['a number that the database counts up', 'postgres' as const, 'id bigserial primary key, n text', '1'],
      ['an identity', 'postgres' as const, 'id bigint generated always as identity primary key, n text', '1'],
      ['a text without default', 'sqlite' as const, 'id text primary key not null, n text', UUID],
      ['a text without default', 'postgres' as const, 'id text primary key, n text', UUID],
      ['a key of another name', 'sqlite' as const, 'key integer primary key, n text', '1'],
      ['a key of another name', 'postgres' as const, 'key serial primary key, n text', '1'],
      ['a uuid', 'postgres' as const, 'id uuid primary key default gen_random_uuid(), n text', UUID],
      ['none', 'sqlite' as const, 'n text', undefined],
      ['none', 'postgres' as const, 'n text', undefined],
    ])('the id of a row whose key is %s (%s: %s)', async (_, engine, columns, id) => {
      if (engine !== lab.engine) return
      const fields = [{ name: 'n', label: 'N', dataType: 'text', required: true }]
      for (const coalesce of [false, true]) {
        await lab.run('drop table if exists things')
        await withTable(
          fields,
          columns,
          async (run) => {
            const result = await run({ n: 'x' })
            if (!result.success) return expect.unreachable(JSON.stringify(result))
            if (id === undefined) expect(result.data).toEqual({ rowCount: 1, message: expect.any(String) })
            else expect(result.data.id).toMatch(id)
            const many = await Promise.all(Array.from({ length: 50 }, (_, index) => run({ n: `n${index}` })))
            const named =
              id === undefined
                ? []
                : await lab.query(`select ${columns.startsWith('key') ? 'key' : 'id'} as id, n from things`)
            const ids = new Map(named.map((row) => [row['n'], String(row['id'])]))
            expect(many.map((one) => (one.success ? one.data.id : one))).toEqual(
              many.map((__, index) => ids.get(`n${index}`)),
            )
          },
          { coalesce },
        )
      }
    })
  })
}
