import { type TableTool, type ToolExecutionResult, createTableTools } from '@surety/tables'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONFIGURATION, ENTRY, MOOD, PLAIN } from './configuration.ts'
import { type LabMaker, type TablesLab, createTables, rowsOf } from './lab.ts'

/** An own key `__proto__`, as JSON.parse makes it. */
const PROTO: unknown = JSON.parse('{"__proto__": {"polluted": true}}')

const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) })

/** Values at the border of what can be stored: taken and read back unchanged, or refused before the database. */
export function edgeSuite({ name, make }: LabMaker): void {
  describe(`on ${name}`, () => {
    let lab: TablesLab
    let tools: readonly TableTool[]

    beforeEach(async () => {
      lab = await make()
      await createTables(lab, CONFIGURATION.tables)
      tools = await createTableTools({ config: CONFIGURATION, store: lab.store })
    })
    afterEach(() => lab.close())

    const execute = (id: string, input: unknown): Promise<ToolExecutionResult> =>
      tools.find((tool) => tool.id === id)?.execute(input) ?? expect.unreachable(id)

    const TAKEN: readonly [string, object][] = [
      ['an empty text', { note: '' }],
      ['a text of spaces', { note: '   ' }],
      ['an emoji with modifiers', { note: '👩🏽‍💻 é é' }],
      ['text from right to left, and signs beyond the basic plane', { note: 'שלום 𝒳 \u202e' }],
      ['a text of line breaks, tabs and quotes', { note: '\n\r\t\'"`\\;--/*' }],
      ['what looks like a parameter', { note: '$1 ? :a {x}' }],
      ['a text of 100,000 characters', { note: 'ü'.repeat(100_000) }],
      ['zero', { whole: 0, amount: 0 }],
      ['the largest exact numbers', { whole: Number.MAX_SAFE_INTEGER, amount: Number.MAX_SAFE_INTEGER }],
      ['the smallest exact numbers', { whole: -Number.MAX_SAFE_INTEGER, amount: -Number.MAX_SAFE_INTEGER }],
      ['0.1 + 0.2', { amount: 0.1 + 0.2 }],
      ['a tiny number', { amount: 1.25e-7 }],
      ['the last moment', { moment: '9999-12-31T23:59:59Z' }],
      ['the first moment', { moment: '0001-01-01T00:00:00Z' }],
      ['29 February', { moment: '2024-02-29T12:00:00Z' }],
      ['milliseconds', { moment: '2025-10-05T14:30:00.123Z' }],
      ['an empty document', { document: {} }],
      ['a document of every kind', { document: { a: null, b: [1, 1.5, true, 'x', {}], c: { d: '€😀' } } }],
      ['a document of a megabyte', { document: { text: 'x'.repeat(1 << 20) } }],
      [
        'a document of ten thousand keys',
        { document: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, i])) },
      ],
      ['a deep document', { document: nested(50) }],
    ]

    it.each(TAKEN)('%s is read back as it was sent', async (_, input) => {
      expect(await execute('add-plain-values', input)).toMatchObject({ success: true, data: { rowCount: 1 } })
      expect(await rowsOf(lab, PLAIN)).toMatchObject([input])
    })

    it.runIf(name !== 'Prisma')('microseconds are kept', async () => {
      await execute('add-plain-values', { moment: '2025-10-05T14:30:00.123456Z' })
      expect(await rowsOf(lab, PLAIN)).toMatchObject([{ moment: '2025-10-05T14:30:00.123456Z' }])
    })

    it.each([
      ['2025-10-05T14:30:00+05:30', '2025-10-05T09:00:00Z'],
      ['2024-12-31T23:30:00-01:00', '2025-01-01T00:30:00Z'],
      ['2024-02-29T23:30:00-14:00', '2024-03-01T13:30:00Z'],
    ])('%s is stored as %s', async (sent, stored) => {
      expect(await execute('add-plain-values', { moment: sent })).toMatchObject({ success: true })
      expect(await rowsOf(lab, PLAIN)).toMatchObject([{ moment: stored }])
    })

    it('500 emoji fit where 500 characters do, 501 do not', async () => {
      expect(await execute('log-mood', { ...ENTRY, notes: '😀'.repeat(500) })).toMatchObject({ success: true })
      expect(await execute('log-mood', { ...ENTRY, user_id: 'b', notes: '😀'.repeat(501) })).toMatchObject({
        error: { message: "Field 'notes' exceeds maximum length of 500 characters" },
      })
      expect(await rowsOf(lab, MOOD)).toMatchObject([{ notes: '😀'.repeat(500) }])
    })

    const REFUSED: readonly [string, string, object, string, string][] = [
      ['a NUL', 'add-plain-values', { note: 'a\0b' }, 'note', 'invalid_format'],
      ['half of a surrogate pair', 'add-plain-values', { note: '\udc00' }, 'note', 'invalid_format'],
      ['a NUL in a document', 'add-plain-values', { document: { a: '\0' } }, 'document', 'invalid_type'],
      ['half of a pair in a key', 'add-plain-values', { document: { '\ud800': 1 } }, 'document', 'invalid_type'],
      ['null', 'add-plain-values', { note: null }, 'note', 'invalid_type'],
      ['2^53', 'add-plain-values', { whole: 2 ** 53 }, 'whole', 'too_big'],
      ['1e21', 'add-plain-values', { amount: 1e21 }, 'amount', 'too_big'],
      ['1e21 against precision and scale', 'log-mood', { ...ENTRY, price: 1e21 }, 'price', 'too_big'],
      ['0.1 + 0.2 against a scale', 'log-mood', { ...ENTRY, price: 0.1 + 0.2 }, 'price', 'not_multiple_of'],
      ['too many digits', 'log-mood', { ...ENTRY, price: 123_456_789 }, 'price', 'too_big'],
      ['NaN', 'add-plain-values', { amount: Number.NaN }, 'amount', 'invalid_type'],
      ['Infinity', 'add-plain-values', { amount: Infinity }, 'amount', 'invalid_type'],
      ['year 0000', 'add-plain-values', { moment: '0000-01-01T00:00:00Z' }, 'moment', 'invalid_format'],
      ['second 60', 'add-plain-values', { moment: '2016-12-31T23:59:60Z' }, 'moment', 'invalid_format'],
      ['no offset', 'add-plain-values', { moment: '2025-10-05T14:30:00' }, 'moment', 'invalid_format'],
      ['30 February', 'add-plain-values', { moment: '2024-02-30T00:00:00Z' }, 'moment', 'invalid_format'],
      ['a document that is a list', 'add-plain-values', { document: [] }, 'document', 'invalid_type'],
      ['a document that is too deep', 'add-plain-values', { document: nested(100) }, 'document', 'invalid_type'],
      ['__proto__', 'add-plain-values', PROTO as object, '__proto__', 'unrecognized_keys'],
      ['__proto__ in a document', 'add-plain-values', { document: PROTO }, 'document', 'invalid_type'],
      ['a prototype of its own', 'add-plain-values', { document: Object.create({ a: 1 }) }, 'document', 'invalid_type'],
    ]

    it.each(REFUSED)('%s is refused and nothing is stored', async (_, id, input, field, code) => {
      const result = await execute(id, input)
      expect(result).toMatchObject({ success: false, error: { type: 'VALIDATION_ERROR', details: { field, code } } })
      expect(await rowsOf(lab, id === 'log-mood' ? MOOD : PLAIN)).toEqual([])
      expect(Object.prototype).not.toHaveProperty('polluted')
    })

    it.each([undefined, null, 'text', 5, [], true, () => 1, new Date(0), Symbol('x'), 1n])(
      'an input that is %s is refused, and nothing throws',
      async (input) => {
        expect(await execute('log-mood', input)).toMatchObject({ success: false, error: { type: 'VALIDATION_ERROR' } })
      },
    )

    it('missing, null and empty are three things', async () => {
      const { user_id: _, ...without } = ENTRY
      expect(await execute('log-mood', without)).toMatchObject({
        error: { message: "Field 'user_id' is required", details: { received: 'undefined', code: 'invalid_type' } },
      })
      expect(await execute('log-mood', { ...ENTRY, user_id: null })).toMatchObject({
        error: { details: { received: 'null' } },
      })
      expect(await execute('log-mood', { ...ENTRY, user_id: '' })).toMatchObject({ success: true })
    })

    it('a table that is dropped and made again under load answers every call, and heals', async () => {
      const load = { isOver: false }
      const seen = new Set<string>()
      let stored = 0
      const callers = Array.from({ length: 20 }, async (_, caller) => {
        for (let index = 0; !load.isOver; index += 1) {
          const result = await execute('add-plain-values', { note: `${caller} ${index}` })
          if (!result.success) seen.add(`${result.error.type} ${result.error.details?.code ?? ''}`)
          else stored += 1
          await new Promise((resolve) => setImmediate(resolve))
        }
      })
      const until = async (holds: () => boolean): Promise<void> => {
        while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
      }
      for (let round = 0; round < 5; round += 1) {
        const before = stored
        await until(() => stored > before)
        seen.clear()
        await lab.run('drop table plain_values')
        await until(() => seen.has('CONFIG_ERROR table_not_found'))
        await createTables(lab, [PLAIN])
        const healed = stored
        await until(() => stored > healed)
      }
      load.isOver = true
      await Promise.all(callers)
      expect([...seen].filter((one) => one !== 'CONFIG_ERROR table_not_found')).toEqual([])
    })

    it('with coalesce a bad row fails alone, and every good one has its own id', async () => {
      const [tool = expect.unreachable()] = await createTableTools({
        config: { version: '1.0.0', tables: [{ ...MOOD, coalesce: true }] },
        store: lab.store,
      })
      const results = await Promise.all(
        Array.from({ length: 300 }, (_, index) =>
          // Every fiftieth is there twice.
          tool.execute({ ...ENTRY, user_id: index % 50 === 1 ? 'twice' : `u${index}`, notes: `${index}` }),
        ),
      )
      const failed = results.filter((result) => !result.success)
      expect(failed).toHaveLength(5)
      for (const result of failed)
        expect(result).toMatchObject({ error: { details: { code: 'P2002', field: 'user_id, timestamp' } } })
      const rows = await lab.query('select id, notes from mood_entries')
      const ids = new Map(rows.map((row) => [row['notes'], row['id']]))
      expect(rows).toHaveLength(295)
      for (const [index, result] of results.entries())
        if (result.success) expect(result.data.id).toBe(ids.get(`${index}`))
    })
  })
}
