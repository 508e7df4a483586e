import { createMemoryJournal } from '@surety/tool-contracts'
import { describe, expect, it } from 'vitest'
import { TableConfig } from '../config/table-config.ts'
import { insertedMood, moodInput, moodTable, moodTool } from './mood-tool.test-data.ts'
import { type MastraToolDefinition, type ToMastraOptions, toMastraTools } from './to-mastra-tools.ts'

/** Mastra's own createTool is asked in test/tables-mastra.long.test.ts; here stands what it is given. */
function define(tool = moodTool(), options: Partial<ToMastraOptions<MastraToolDefinition>> = {}): MastraToolDefinition {
  const { 'log-mood': definition } = toMastraTools([tool], { createTool: (definition) => definition, ...options })
  if (definition === undefined) throw new Error('There is no tool of this id.')
  return definition
}

const contextOf = (entries: Readonly<Record<string, unknown>>) => ({
  requestContext: new Map(Object.entries(entries)),
})

describe('a tool for Mastra', () => {
  it('is keyed by its id and says what the configuration says', () => {
    const tools = toMastraTools([moodTool()], {
      createTool: ({ id, title, description }) => ({ id, title, description }),
    })
    const { toolId: id, displayName: title, description } = moodTable
    expect(tools).toEqual({ 'log-mood': { id, title, description } })
  })

  it('shows the strict schema, in every draft that is asked for', () => {
    const { jsonSchema } = define().inputSchema['~standard']
    expect(jsonSchema.input()).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['user_id', 'mood', 'energy_level', 'timestamp'],
      properties: {
        user_id: { type: 'string', maxLength: 50 },
        mood: { enum: ['happy', 'sad', 'neutral', 'anxious'] },
        energy_level: { type: 'integer', minimum: 1, maximum: 10 },
      },
    })
    expect(jsonSchema.input()).not.toHaveProperty('$schema')
  })

  it('keeps its schema when a framework adapts the copy it was given', () => {
    const { jsonSchema } = define().inputSchema['~standard']
    const before = JSON.stringify(jsonSchema.input())
    Object.assign(jsonSchema.input()['properties'] as object, { mood: false })
    expect(JSON.stringify(jsonSchema.input())).toBe(before)
  })

  it.each([moodInput, { mood: 'angry' }, null, undefined, 'text', [1]])('lets Mastra pass %j on unjudged', (input) => {
    expect(define().inputSchema['~standard'].validate(input)).toEqual({ value: input })
  })

  it('publishes success and failure as its output', () => {
    const { anyOf } = define().outputSchema['~standard'].jsonSchema.output() as { anyOf: unknown[] }
    expect(anyOf).toMatchObject([
      { properties: { success: { const: true } } },
      { properties: { success: { const: false } } },
    ])
  })

  it("opts out of strict mode where a field holds JSON, and leaves it to Mastra's default elsewhere", () => {
    expect(define().strict).toBe(false)
    const fields = moodTable.fields.filter(({ dataType }) => dataType !== 'json')
    const table = TableConfig.parse({ ...moodTable, fields })
    expect(define({ ...moodTool(), table })).not.toHaveProperty('strict')
  })

  it('answers in the seed’s shape, whatever it is given', async () => {
    const { execute } = define()
    expect(await execute(moodInput, {})).toEqual(insertedMood)
    const refused = { success: false, error: { type: 'VALIDATION_ERROR' } }
    const inherited: unknown = Object.assign(Object.create({ admin: true }), moodInput)
    for (const input of [{ ...moodInput, energy_level: 15 }, { ...moodInput, extra: 1 }, inherited, undefined, 'text'])
      expect(await execute(input, {})).toMatchObject(refused)
  })

  it('leaves approval to the governed call, which asks however the tool is run', async () => {
    const definition = define(moodTool({ approval: 'always' }))
    expect(definition).not.toHaveProperty('requireApproval')
    const refused = { type: 'UNKNOWN_ERROR', details: { code: 'APPROVAL_REQUIRED' } }
    expect(await definition.execute(moodInput, {})).toMatchObject({ success: false, error: refused })
  })

  it('stops when Mastra aborts', async () => {
    const { execute } = define()
    const answer = await execute(moodInput, { abortSignal: AbortSignal.abort() })
    expect(answer).toMatchObject({ success: false, error: { details: { code: 'CANCELLED' } } })
  })
})

describe('the actor of a call through Mastra', () => {
  it('is whom the application names, and nobody in particular by default', async () => {
    const journal = createMemoryJournal()
    const actor: ToMastraOptions<unknown>['actor'] = ({ requestContext }) => {
      const name = requestContext?.get('userId')
      return typeof name === 'string' ? name : undefined
    }
    await define(moodTool({ journal }), { actor }).execute(moodInput, contextOf({ userId: 'ann' }))
    await define(moodTool({ journal }), { actor }).execute(moodInput, {})
    await define(moodTool({ journal })).execute(moodInput, contextOf({ userId: 'ann' }))
    expect(journal.all().steps.map(({ principal }) => principal)).toEqual(['ann', 'local', 'local'])
  })

  it.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new Error('Authenticated user is missing')
      },
      'Authenticated user is missing',
    ],
    ['gives a number', () => 5, 'neither a name nor undefined'],
    ['gives an empty text', () => '', 'neither a name nor undefined'],
    ['gives a promise', () => Promise.resolve('ann'), 'neither a name nor undefined'],
  ])('is never lost: a function that %s ends the call, and nothing is inserted', async (_, actor, told) => {
    const journal = createMemoryJournal()
    const { execute } = define(moodTool({ journal }), { actor: actor as () => string })
    expect(await execute(moodInput, {})).toEqual({
      success: false,
      error: { type: 'UNKNOWN_ERROR', message: expect.stringContaining(told), details: { code: 'internal_error' } },
    })
    expect(journal.all().steps).toEqual([])
  })
})
