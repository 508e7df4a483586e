import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { CompiledTool } from '../module.ts'
import {
  emptyRoot,
  failure,
  install,
  installed,
  plan,
  planBetween,
  removeRoots,
  tool,
  workspace,
} from './lab.test-data.ts'
import { planInstall } from './plan-install.ts'

afterAll(removeRoots)

const amount = (schema: object, required = ['amount']): CompiledTool['inputSchema'] => ({
  type: 'object',
  properties: { amount: schema },
  required,
})
const condition = (check: string, errorCode = 'REFUSED', description = 'it is right') => ({
  check,
  errorCode,
  description,
})
const error = (code: string, retryable = false) => ({ code, description: 'It failed.', retryable })
const limits = { timeoutMs: undefined, memoryMb: undefined, maxOutputBytes: undefined }

const test = (name: string, digit: string) => ({ name, sha256: digit.repeat(64) })
const tableOf = (stated: object) => ({ tableName: 'entries', columnMappings: {}, audit: true, ...stated })

const hasThreeKeys = (value: object): boolean => Object.keys(value).length === 3

type Stated = Parameters<typeof tool>[1]

describe('what breaks callers is told with an example', () => {
  const table: readonly (readonly [what: string, before: Stated, after: Stated, example: unknown, reason: RegExp])[] = [
    [
      'a lower maximum',
      { inputSchema: amount({ type: 'integer', maximum: 100 }) },
      { inputSchema: amount({ type: 'integer', maximum: 50 }) },
      { input: { amount: 51 } },
      /maximum was 100 and is 50/,
    ],
    [
      'a shorter text',
      { inputSchema: amount({ type: 'string' }) },
      { inputSchema: amount({ type: 'string', maxLength: 3 }) },
      { input: { amount: expect.stringMatching(/^.{4}$/) } },
      /maxLength/,
    ],
    [
      'another type',
      { inputSchema: amount({ type: 'string' }) },
      { inputSchema: amount({ type: 'integer' }) },
      { input: { amount: '' } },
      /type was "string"/,
    ],
    [
      'a field that is now required',
      { inputSchema: amount({ type: 'integer' }, []) },
      { inputSchema: amount({ type: 'integer' }) },
      { input: {} },
      /amount is now required/,
    ],
    [
      'a member that is gone',
      { inputSchema: amount({ enum: ['a', 'b', 'c'] }) },
      { inputSchema: amount({ enum: ['a', 'c'] }) },
      { input: { amount: 'b' } },
      /enum/,
    ],
    [
      'no other keys',
      { inputSchema: { type: 'object' } },
      { inputSchema: { type: 'object', additionalProperties: false } },
      { input: expect.objectContaining({}) },
      /additionalProperties/,
    ],
    [
      'a combination that only trying can tell',
      { inputSchema: amount({ type: 'integer' }) },
      { inputSchema: { ...amount({ type: 'integer' }), not: { properties: { amount: { minimum: 7 } } } } },
      { input: { amount: 7 } },
      /not was absent/,
    ],
    [
      'a meaning',
      { inputSchema: amount({ type: 'string' }) },
      {
        inputSchema: amount({ type: 'string', 'x-semantic-type': 'uuid' }),
        semanticTypes: { input: { amount: 'uuid' }, output: {} },
      },
      { input: { amount: '' } },
      /amount must now be of type uuid/,
    ],
    [
      'a precondition',
      { inputSchema: amount({ type: 'integer' }) },
      {
        inputSchema: amount({ type: 'integer' }),
        preconditions: [condition('input.amount > 10', 'TOO_LITTLE', 'more than ten')],
      },
      { input: { amount: 0 } },
      /more than ten \(TOO_LITTLE\)/,
    ],
    [
      'a stricter precondition',
      { inputSchema: amount({ type: 'integer' }), preconditions: [condition('input.amount > 10')] },
      { inputSchema: amount({ type: 'integer' }), preconditions: [condition('input.amount > 20')] },
      { input: { amount: 11 } },
      /Inputs must now meet/,
    ],
    [
      'an approval',
      { inputSchema: amount({ type: 'integer' }) },
      { inputSchema: amount({ type: 'integer' }), approval: 'input.amount > 1000' },
      { input: { amount: 1001 } },
      /needed no approval/,
    ],
    [
      'an output that may be missing',
      { outputSchema: amount({ type: 'integer' }) },
      { outputSchema: amount({ type: 'integer' }, []) },
      { output: {} },
      /amount may now be missing/,
    ],
    [
      'a wider output',
      { outputSchema: amount({ enum: ['a'] }) },
      { outputSchema: amount({ enum: ['a', 'b'] }) },
      { output: { amount: 'b' } },
      /enum/,
    ],
  ]
  it.each(table)('%s', async (_, before, after, example, reason) => {
    const { breaks } = await planBetween([tool('pay', before)], [tool('pay', after)])
    expect(breaks).toEqual([
      { tool: 'pay', module: 'acme/shop', callers: [], reason: expect.stringMatching(reason), example },
    ])
  })

  const rest = { type: 'object', additionalProperties: { type: 'string' } }
  const list = (items: object) => amount({ type: 'array', items, minItems: 1 })
  it.each<[string, CompiledTool['inputSchema'], CompiledTool['inputSchema'], unknown]>([
    [
      'an object within one is closed',
      amount({ type: 'object' }),
      amount({ type: 'object', additionalProperties: false }),
      { amount: { unknown_key: expect.anything() } },
    ],
    [
      'objects of a list are closed',
      list({ type: 'object' }),
      list({ type: 'object', additionalProperties: false }),
      { amount: [{ unknown_key: expect.anything() }] },
    ],
    ['fewer keys are taken', { maxProperties: 9 }, { maxProperties: 2 }, expect.toSatisfy(hasThreeKeys)],
    ['other keys must be text', { additionalProperties: {} }, rest, expect.not.objectContaining({ unknown_key: '' })],
    [
      'a key is named that had to be text',
      rest,
      { ...rest, properties: { c: { type: 'number' } } },
      { c: expect.any(String) },
    ],
    ['a key is named that was any', {}, { properties: { c: { type: 'number' } } }, { c: expect.any(String) }],
  ])('%s', async (_, before, after, input) => {
    const { breaks } = await planBetween(
      [tool('pay', { inputSchema: { type: 'object', ...before } })],
      [tool('pay', { inputSchema: { type: 'object', ...after } })],
    )
    expect(breaks).toEqual([expect.objectContaining({ example: { input } })])
  })

  it('a tool that is removed would have taken its example', async () => {
    const examples = [{ input: { amount: 7 } }]
    const { breaks } = await planBetween(
      [tool('pay', { inputSchema: amount({ type: 'integer', minimum: 7 }), examples })],
      [],
    )
    expect(breaks).toMatchObject([{ reason: 'pay is removed.', example: { input: { amount: 7 } } }])
  })

  it('inputs of the old contract that its own preconditions refused do not count', async () => {
    const old = { inputSchema: amount({ type: 'integer' }), preconditions: [condition('input.amount < 50')] }
    const { breaks } = await planBetween(
      [tool('pay', old)],
      [tool('pay', { ...old, inputSchema: amount({ type: 'integer', maximum: 40 }) })],
    )
    expect(breaks).toEqual([expect.objectContaining({ example: { input: { amount: 41 } } })])
  })

  it('a change that no example was found for is told as one that may break', async () => {
    const defs = (minimum: number) => ({ type: 'object', $defs: { unused: { minimum } } })
    const { breaks } = await planBetween(
      [tool('pay', { inputSchema: defs(1) })],
      [tool('pay', { inputSchema: defs(2) })],
    )
    expect(breaks).toEqual([expect.objectContaining({ reason: expect.stringMatching(/^This may break callers/) })])
    expect(breaks[0]).not.toHaveProperty('example')
  })

  it('what only widens inputs or narrows outputs breaks nobody', async () => {
    const { breaks, loosened } = await planBetween(
      [tool('pay', { inputSchema: amount({ type: 'integer', maximum: 5 }), outputSchema: amount({ type: 'number' }) })],
      [
        tool('pay', {
          inputSchema: amount({ type: 'integer', maximum: 9 }),
          outputSchema: amount({ type: 'integer' }),
        }),
      ],
    )
    expect([breaks, loosened.map(({ promise }) => promise)]).toEqual([[], ['input_schema']])
  })

  it.each([
    ['a property is no longer named', { type: 'object', properties: { p: { type: 'string' } } }, { type: 'object' }],
    [
      'a closed schema opens',
      { type: 'object', properties: { p: { type: 'string' } }, additionalProperties: false },
      { type: 'object' },
    ],
  ])('inputs are not said to be refused where %s', async (_, before, after) => {
    const { breaks, loosened } = await planBetween(
      [tool('pay', { inputSchema: before })],
      [tool('pay', { inputSchema: after })],
    )
    expect([breaks, loosened.map(({ promise }) => promise)]).toEqual([[], ['input_schema']])
  })

  const closed = (properties: object) => ({ type: 'object', properties, additionalProperties: false })
  const DRAFT_07 = { $schema: 'http://json-schema.org/draft-07/schema#' }
  it.each<[string, CompiledTool['outputSchema'], CompiledTool['outputSchema']]>([
    ['a closed output has one more property', closed({ b: {} }), closed({ b: {}, c: {} })],
    [
      'closed items of an output have one more property',
      { type: 'array', items: closed({ b: {} }) },
      { type: 'array', items: closed({ b: {}, c: {} }) },
    ],
    [
      'a property is new and not as other keys were',
      { type: 'object', additionalProperties: { type: 'string' } },
      { type: 'object', properties: { c: { type: 'number' } }, additionalProperties: { type: 'string' } },
    ],
    [
      'the dialect ignores keywords',
      { type: 'object', properties: { k: {}, b: {} }, dependentRequired: { k: ['b'] } },
      { type: 'object', properties: { k: {}, b: {} }, dependentRequired: { k: ['b'] }, ...DRAFT_07 },
    ],
  ])('%s: outputs were not promised so, and inputs are newly accepted', async (_, before, after) => {
    const output = await planBetween([tool('pay', { outputSchema: before })], [tool('pay', { outputSchema: after })])
    expect([output.breaks.length, output.loosened.map(({ promise }) => promise)]).toEqual([1, ['output_schema']])
    const input = await planBetween([tool('pay', { inputSchema: before })], [tool('pay', { inputSchema: after })])
    expect(input.loosened.map(({ promise }) => promise)).toEqual(['input_schema'])
  })

  it.each<[string, CompiledTool['inputSchema'], CompiledTool['inputSchema']]>([
    ['the schema is new', undefined, closed({ b: {} })],
    ['the dialect is another', { ...closed({ b: {} }), ...DRAFT_07 }, closed({ b: {} })],
    [
      'a property has a type that had none',
      { type: 'object' },
      { type: 'object', properties: { c: { type: 'null' } } },
    ],
    [
      'a property has another type than other keys',
      { type: 'object', additionalProperties: { type: 'string' } },
      { type: 'object', additionalProperties: { type: 'string' }, properties: { c: { type: 'number' } } },
    ],
  ])('inputs may be refused where %s', async (_, before, after) => {
    const { breaks } = await planBetween([tool('pay', { inputSchema: before })], [tool('pay', { inputSchema: after })])
    expect(breaks).toHaveLength(1)
  })

  it('callers are the tools that depend on the tool, and the modules that depend on its module', async () => {
    const root = emptyRoot()
    const caller = tool('checkout', { guarantees: { dependencies: ['pay'] } })
    const others = {
      'acme/front': { needs: ['acme/shop@*'], tools: [caller] },
      'acme/stats': { needs: ['acme/shop@*'] },
    }
    const want = ['acme/front', 'acme/stats']
    await install(workspace(root, { ...others, 'acme/shop': { tools: [tool('pay'), tool('refund')] } }), want)
    const { breaks } = await plan(workspace(root, { ...others, 'acme/shop': { tools: [] } }), want)
    expect(breaks.map(({ tool, callers, reason }) => [tool, callers, reason])).toEqual([
      ['pay', ['acme/stats', 'checkout'], 'pay is removed.'],
      ['refund', ['acme/front', 'acme/stats'], 'refund is removed.'],
    ])
  })
})

describe('every loosened promise is listed', () => {
  const table: readonly (readonly [promise: string, before: Stated, after: Stated])[] = [
    ['capabilities', { capabilities: ['READ', 'ADMIN'] }, { capabilities: ['READ'] }],
    ['deterministic', { guarantees: { deterministic: true } }, { guarantees: { deterministic: false } }],
    ['side_effects', { guarantees: { sideEffects: 'none' } }, { guarantees: { sideEffects: 'filesystem' } }],
    ['side_effects', { guarantees: { sideEffects: 'none' } }, {}],
    ['writes', { guarantees: { writes: ['data/**'] } }, { guarantees: { writes: ['data/**', 'logs/*'] } }],
    [
      'network',
      { guarantees: { network: ['a.example:443'] } },
      { guarantees: { network: ['a.example:443', 'b.example:443'] } },
    ],
    ['network', {}, { guarantees: { network: 'any' } }],
    ['max_output_size', { guarantees: { maxOutputBytes: 10 } }, { guarantees: { maxOutputBytes: 11 } }],
    ['max_execution_time', { guarantees: { maxExecutionMs: 10 } }, {}],
    ['memory', { guarantees: { memoryBytes: 10 } }, { guarantees: { memoryBytes: 20 } }],
    ['max_output_size', {}, { guarantees: { maxOutputBytes: 51_201 } }],
    ['max_execution_time', {}, { guarantees: { maxExecutionMs: 30_001 } }],
    ['memory', {}, { guarantees: { memoryBytes: 512 * 1024 * 1024 + 1 } }],
    ['dependencies', { guarantees: { dependencies: [] } }, { guarantees: { dependencies: ['fetch'] } }],
    ['idempotent', { idempotent: true }, { idempotent: false }],
    ['errors', { errors: [error('A')] }, { errors: [error('A'), error('B')] }],
    ['errors', { errors: [] }, {}],
    ['retryable errors', { errors: [error('A', true)] }, { errors: [error('A')] }],
    ['preconditions', { preconditions: [condition('size(input) > 0')] }, {}],
    [
      'postconditions',
      { postconditions: [condition('output.a == 1')] },
      { postconditions: [condition('output.a >= 1')] },
    ],
    ['approval', { approval: 'always' }, { approval: 'never' }],
    ['approval', { approval: 'always' }, { approval: 'has(input.a)' }],
    ['sensitive', { sensitive: ['input.card'] }, {}],
    ['constraints', { constraints: ['Draft only.'] }, {}],
    ['limits.timeout_ms', { limits: { ...limits, timeoutMs: 5 } }, { limits: { ...limits, timeoutMs: 6 } }],
    ['limits.memory_mb', { limits: { ...limits, memoryMb: 5 } }, {}],
    [
      'limits.max_output_bytes',
      { limits: { ...limits, maxOutputBytes: 5 } },
      { limits: { ...limits, maxOutputBytes: 6 } },
    ],
    ['ignore', {}, { ignore: [{ code: 'E013', reason: 'Later.', until: undefined }] }],
    ['tests', { tests: [test('a', '1'), test('b', '2')] }, { tests: [test('b', '2')] }],
    ['tests', { tests: [test('a', '1')] }, {}],
    ['audit', { table: tableOf({}) }, { table: tableOf({ audit: false }) }],
    [
      'ignore',
      { ignore: [{ code: 'E013', reason: 'Later.', until: '2030-01-01' }] },
      { ignore: [{ code: 'E013', reason: 'Later.', until: '2031-01-01' }] },
    ],
    [
      'input_schema',
      { inputSchema: amount({ type: 'string', maxLength: 9 }) },
      { inputSchema: amount({ type: 'string' }) },
    ],
    ['input_schema', { inputSchema: { ...amount({}), additionalProperties: false } }, { inputSchema: amount({}) }],
    ['input_schema', { inputSchema: { ...amount({ type: 'string' }, []) } }, { inputSchema: { type: 'object' } }],
    ['input_schema', { inputSchema: amount({ type: 'integer' }) }, { inputSchema: undefined }],
    [
      'input_schema',
      { inputSchema: { ...amount({ type: 'string' }, []), additionalProperties: {} } },
      { inputSchema: { additionalProperties: {} } },
    ],
    [
      'input_schema',
      { inputSchema: { ...amount({ type: 'string' }, []), maxProperties: 5 } },
      { inputSchema: { maxProperties: 5 } },
    ],
    [
      'input_schema',
      { inputSchema: amount({ type: 'array', items: amount({ type: 'string' }, []) }) },
      { inputSchema: amount({ type: 'array', items: {} }) },
    ],
    ['input_schema', { inputSchema: { type: 'object', required: ['z'] } }, { inputSchema: { type: 'object' } }],
    ['semantic_types.input', { semanticTypes: { input: { amount: 'uuid' }, output: {} } }, {}],
    ['output_schema', { outputSchema: amount({ type: 'integer' }) }, { outputSchema: amount({ type: 'number' }) }],
    ['output_schema', { outputSchema: { type: 'object' } }, { outputSchema: undefined }],
    ['output_schema', { outputSchema: { type: 'object', required: ['z'] } }, { outputSchema: { type: 'object' } }],
    [
      'output_schema',
      { outputSchema: { type: 'array', items: { type: 'object', required: ['z'] } } },
      { outputSchema: { type: 'array', items: { type: 'object' } } },
    ],
  ]
  it.each(table)('%s, and not where it is tightened instead', async (promise, before, after) => {
    const there = await planBetween([tool('pay', before)], [tool('pay', after)])
    expect(there.loosened.map((one) => one.promise)).toEqual([promise])
    const back = await planBetween([tool('pay', after)], [tool('pay', before)])
    // A condition that was replaced, and a bound that is said no more.
    const isEither =
      promise === 'postconditions' || (/^(?:max_|memory)/.test(promise) && before?.guarantees === undefined)
    expect(back.loosened.map((one) => one.promise)).toEqual(isEither ? [promise] : [])
  })

  it.each([
    ['limits.timeout_ms', { timeoutMs: 30_001 }],
    ['limits.memory_mb', { memoryMb: 513 }],
    ['limits.max_output_bytes', { maxOutputBytes: 51_201 }],
  ])('%s where the contract said nothing, and more is allowed than usual', async (promise, stated) => {
    const { loosened } = await planBetween([tool('pay')], [tool('pay', { limits: { ...limits, ...stated } })])
    expect(loosened.map((one) => one.promise)).toEqual([promise])
  })

  it('a bound that says what held anyway loosens nothing', async () => {
    const usual = { maxOutputBytes: 51_200, maxExecutionMs: 30_000, memoryBytes: 512 * 1024 * 1024 }
    const { loosened } = await planBetween([tool('pay')], [tool('pay', { guarantees: usual })])
    expect(loosened).toEqual([])
  })

  it.each([
    ['tableName', { tableName: 'users' }, 'entries', 'users'],
    ['columnMappings', { columnMappings: { name: 'is_admin' } }, {}, { name: 'is_admin' }],
  ])("%s of a tool's table", async (promise, changed, before, after) => {
    const { loosened } = await planBetween(
      [tool('pay', { table: tableOf({}) })],
      [tool('pay', { table: tableOf(changed) })],
    )
    expect(loosened).toEqual([{ tool: 'pay', module: 'acme/shop', promise, before, after }])
  })

  it('all promises of a tool that is removed', async () => {
    const stated: Stated = { approval: 'always', constraints: ['Draft only.'], tests: [test('a', '1')] }
    const { loosened } = await planBetween([tool('pay', stated)], [])
    expect(loosened.map(({ promise, before, after }) => [promise, before, after])).toEqual([
      ['capabilities', ['READ'], null],
      ['approval', 'always', null],
      ['constraints', ['Draft only.'], null],
      ['input_schema', { type: 'object' }, null],
      ['output_schema', { type: 'object' }, null],
      ['tests', [test('a', '1')], null],
    ])
  })

  it('with what the contract said before and says afterwards', async () => {
    const { loosened } = await planBetween(
      [tool('pay', { approval: 'always', sensitive: ['input.card'] })],
      [tool('pay')],
    )
    expect(loosened).toEqual([
      { tool: 'pay', module: 'acme/shop', promise: 'approval', before: 'always', after: 'never' },
      { tool: 'pay', module: 'acme/shop', promise: 'sensitive', before: ['input.card'], after: [] },
    ])
  })

  it.each([
    ['a path within an allowed folder', { writes: ['data/**'] }, { writes: ['data/a.txt', 'data/b/*.json'] }],
    ['an endpoint below an allowed name', { network: ['*.example.com:443'] }, { network: ['api.example.com:443'] }],
  ] as const)('%s loosens nothing', async (_, before, after) => {
    const { loosened } = await planBetween([tool('pay', { guarantees: before })], [tool('pay', { guarantees: after })])
    expect(loosened).toEqual([])
  })
})

describe('a plan', () => {
  it('lists the capabilities that tools gain, those of new tools too', async () => {
    const { gained, loosened } = await planBetween(
      [tool('pay')],
      [tool('pay', { capabilities: ['READ', 'WRITE'] }), tool('refund', { capabilities: ['DELETE'] })],
    )
    expect(gained).toEqual([
      { tool: 'pay', module: 'acme/shop', capabilities: ['WRITE'] },
      { tool: 'refund', module: 'acme/shop', capabilities: ['DELETE'] },
    ])
    expect(loosened).toEqual([])
  })

  it('installs dependencies first and removes dependents first', async () => {
    const root = emptyRoot()
    const space = workspace(root, {
      'acme/a': { needs: ['acme/b@^1'] },
      'acme/b': { needs: ['acme/c@1.x'] },
      'acme/c': {},
      'acme/d': {},
    })
    const { steps } = await plan(space, ['acme/a@^1.0.0'])
    expect(steps).toEqual(['c', 'b', 'a'].map((name) => ({ action: 'install', ref: `acme/${name}`, to: '1.0.0' })))
    await install(space, ['acme/a'])
    const removal = await plan(space, ['acme/d'])
    expect(removal.steps.map(({ action, ref }) => `${action} ${ref}`)).toEqual([
      'install acme/d',
      'remove acme/a',
      'remove acme/b',
      'remove acme/c',
    ])
  })

  it.each([
    ['2.0.0', 'upgrade'],
    ['0.9.0', 'downgrade'],
    ['1.0.0', 'reinstall'],
  ])('to version %s with other contents is an %s of 1.0.0', async (version, action) => {
    const root = emptyRoot()
    await install(workspace(root, { 'acme/a': {} }), ['acme/a'])
    const { steps } = await plan(workspace(root, { 'acme/a': { version, tools: [tool('pay')] } }), ['acme/a'])
    expect(steps).toEqual([{ action, ref: 'acme/a', from: '1.0.0', to: version }])
  })

  it('has the same id in the same situation, whatever the order of what is wanted', async () => {
    const space = workspace(emptyRoot(), { 'acme/a': {}, 'acme/b': { tools: [tool('pay')] } })
    const ids = [await plan(space, ['acme/a', 'acme/b']), await plan(space, ['acme/b', 'acme/a', 'acme/a'])]
    expect(new Set(ids.map(({ planId }) => planId)).size).toBe(1)
    expect((await plan(space, ['acme/a'])).planId).not.toBe(ids[0]?.planId)
  })

  it('from a set to itself is empty', async () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 })
    const stated = fc.record(
      {
        approval: fc.constantFrom('never', 'always', 'has(input.x)'),
        idempotent: fc.boolean(),
        sensitive: fc.constant(['input.a']),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(names, stated, async (names, stated) => {
        const root = emptyRoot()
        const space = workspace(
          root,
          Object.fromEntries(
            names.map((name, index) => [
              `acme/${name}`,
              { needs: names.slice(index + 1).map((other) => `acme/${other}@*`), tools: [tool(name, stated)] },
            ]),
          ),
        )
        await install(space, [`acme/${names[0]}`])
        expect(await plan(space, [`acme/${names[0]}`])).toEqual({
          planId: expect.any(String),
          steps: [],
          breaks: [],
          gained: [],
          loosened: [],
        })
      }),
      { numRuns: 15 },
    )
  })
})

describe('what cannot be had is refused with what to do', () => {
  const spec = {
    'acme/a': { needs: ['acme/b@^1'] },
    'acme/b': { version: '2.0.0' },
    'acme/c': { needs: ['acme/d@*'] },
    'acme/d': { needs: ['acme/c@*'] },
    'acme/e': { needs: ['acme/gone@*'] },
  }
  it.each([
    ['acme/bb', /^RESOURCE_NOT_FOUND: There is no module acme\/bb\. Did you mean 'acme\/b'\? See modules.list\.$/],
    ['acme/b@^3', /^RESOURCE_NOT_FOUND: There is no acme\/b@\^3: modules\/acme\/b is at 2\.0\.0\./],
    ['acme/a', /^RESOURCE_NOT_FOUND: There is no acme\/b@\^1 \(acme\/a depends on it\)/],
    ['acme/c', /^MODULE_INVALID: The modules acme\/c → acme\/d → acme\/c depend on each other in a circle/],
    ['acme/e', /^RESOURCE_NOT_FOUND: There is no module acme\/gone \(acme\/e depends on it\)/],
    ['../etc', /^RESOURCE_NOT_FOUND: "\.\.\/etc" names no module: write namespace\/name@range/],
    ['acme/b@', /names no module/],
    ['acme/b@banana', /names no module/],
  ])('%s', async (want, expected) => {
    const space = workspace(emptyRoot(), spec)
    expect(failure(await planInstall(space, installed(space.root), [want]))).toMatch(expected)
  })

  it('a module with errors', async () => {
    const space = workspace(emptyRoot(), { 'acme/a': {} })
    const wrong = {
      severity: 'error',
      code: 'X',
      message: 'm',
      file: 'modules/acme/a/x.yaml',
      line: 1,
      column: 1,
      fix: 'f',
    } as const
    const answer = await planInstall({ ...space, diagnostics: [wrong] }, installed(space.root), ['acme/a'])
    expect(failure(answer)).toBe(
      'MODULE_INVALID: acme/a has errors: modules/acme/a/x.yaml:1:1: m Run modules.validate on it, correct what it names, and ask again.',
    )
  })

  it('two modules with one tool', async () => {
    const space = workspace(emptyRoot(), { 'acme/a': { tools: [tool('pay')] }, 'acme/b': { tools: [tool('pay')] } })
    const answer = await planInstall(space, installed(space.root), ['acme/a', 'acme/b'])
    expect(failure(answer)).toMatch(/^MODULE_INVALID: acme\/a and acme\/b both have a tool pay/)
  })
})
