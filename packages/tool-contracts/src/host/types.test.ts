import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { ToolError, type ToolContext, type ToolHost, createPrecondition, createToolHost } from '../index.ts'
import { type DeepReadonly, type Refusal, type Tool, defineContract, defineTool, hasCode } from '../index.ts'

// What `tsc` says of this file is the test: each `@ts-expect-error` is an error that users must get.

const Line = z.object({ product: z.string(), price: z.number() })
const base = {
  description: 'Create a draft invoice.',
  inputSchema: z.object({
    customer: z.string().brand('CustomerId'),
    lines: z.array(Line),
    note: z.string().default(''),
  }),
  outputSchema: z.object({ total: z.number(), paid: z.boolean().optional() }),
  capabilities: ['CREATE'],
} as const

const createInvoice = defineTool(
  {
    ...base,
    toolName: 'create_invoice',
    dependencies: ['find_customer'],
    errorCodes: [{ code: 'CUSTOMER_BLOCKED', description: 'The customer may not be invoiced.' }],
  },
  ({ lines }) => ({ total: lines.length }),
)

const findCustomer = defineTool(
  {
    toolName: 'find_customer',
    description: 'Find a customer.',
    inputSchema: z.object({ id: z.string() }),
    outputSchema: z.object({ name: z.string() }),
    capabilities: ['READ'],
  },
  ({ id }) => ({ name: id }),
)

const host = createToolHost({ tools: [createInvoice, findCustomer] })
const customer = base.inputSchema.shape.customer.parse('c')

describe('DeepReadonly', () => {
  it('keeps a branded text a text, a date a date and a function a function', () => {
    type Id = string & z.$brand<'Id'>
    expectTypeOf<DeepReadonly<{ id: Id; at: Date; list: { n: number }[] }>>().toEqualTypeOf<{
      readonly id: Id
      readonly at: Date
      readonly list: readonly { readonly n: number }[]
    }>()
    expectTypeOf<DeepReadonly<Map<string, string[]>>>().toEqualTypeOf<ReadonlyMap<string, readonly string[]>>()
    expectTypeOf<DeepReadonly<unknown>>().toBeUnknown()
  })

  it('gives handlers a branded text that is still one', () => {
    defineTool({ ...base, toolName: 'branded' }, ({ customer }) => {
      expectTypeOf(customer).toExtend<string>()
      return { total: customer.length }
    })
  })
})

describe('conditions and approval', () => {
  it('see the types of the schemas', () => {
    defineContract({
      ...base,
      toolName: 'conditioned',
      preconditions: [
        { description: 'at least one line', errorCode: 'NO_LINES', evaluate: ({ lines }) => lines.length > 0 },
      ],
      postconditions: [
        {
          description: 'adds up',
          errorCode: 'WRONG_TOTAL',
          evaluate: ({ total, $input, $output }) => {
            expectTypeOf($input.lines).toEqualTypeOf<readonly { readonly product: string; readonly price: number }[]>()
            return total === $output.total
          },
        },
      ],
      approval: ({ lines }, { role }) => lines.length > 10 && role !== 'admin',
    })
  })

  it('refuse a misspelt field', () => {
    defineContract({
      ...base,
      toolName: 'misspelt',
      // @ts-expect-error there is no field 'line'
      preconditions: [{ description: 'd', errorCode: 'NO_LINES', evaluate: ({ line }) => line.length > 0 }],
      // @ts-expect-error there is no field 'totl'
      postconditions: [{ description: 'd', errorCode: 'WRONG_TOTAL', evaluate: ({ totl }) => totl > 0 }],
      // @ts-expect-error there is no field 'amount'
      approval: ({ amount }) => amount > 10,
    })
  })

  it('of the seed keep working: made elsewhere, on any fields or on named ones', () => {
    const loose = createPrecondition('has lines', 'NO_LINES', (context) => Array.isArray(context['lines']))
    const named = createPrecondition<{ lines: unknown[] }>('has lines', 'NO_LINES', ({ lines }) => lines.length > 0)
    defineContract({ ...base, toolName: 'seed', preconditions: [loose, named] })
    expectTypeOf(loose.evaluate).parameter(0).toEqualTypeOf<Record<string, unknown>>()
  })
})

describe('a host', () => {
  it('knows the names, inputs and outputs of its tools', async () => {
    const outcome = await host.call('create_invoice', { customer, lines: [{ product: 'p', price: 1 }] })
    if (outcome.ok)
      expectTypeOf(outcome.value).toEqualTypeOf<{ readonly total: number; readonly paid?: boolean | undefined }>()
    const found = await host.check('find_customer', { id: 'c' })
    if (found.ok) expectTypeOf(found.value.needsApproval).toBeBoolean()
  })

  it('refuses a wrong input and a misspelt name', () => {
    const wrong = () => [
      // @ts-expect-error an id is a text
      host.call('find_customer', { id: 1 }),
      // @ts-expect-error There is no tool 'find_custmer'
      host.call('find_custmer', { id: '1' }),
      // @ts-expect-error a line has a price
      host.check('create_invoice', { customer: 'c', lines: [{ product: 'p' }] }),
    ]
    expectTypeOf(wrong).toBeFunction()
  })

  it('takes names and inputs that are known only when the program runs', () => {
    const dynamic = (name: string, input: unknown) => host.call(name, input)
    const any = (some: ToolHost, tools: readonly Tool[]) =>
      [some.call('whatever', { a: 1 }), createToolHost({ tools }).call('whatever', 1)] as const
    expectTypeOf(dynamic).returns.resolves.toExtend<{ readonly stepId: string }>()
    expectTypeOf(any).toBeFunction()
    expectTypeOf(host).toExtend<ToolHost>()
  })

  it('knows which codes a call can end with, and their details', async () => {
    const outcome = await host.call('create_invoice', { customer, lines: [] })
    if (outcome.ok) return
    const { error } = outcome
    if (error.code === 'RATE_LIMITED') expectTypeOf(error.details.retryAfterMs).toEqualTypeOf<number | undefined>()
    if (error.code === 'OUTPUT_TOO_LARGE') expectTypeOf(error.details.limit).toEqualTypeOf<number | undefined>()
    if (error.code === 'CUSTOMER_BLOCKED') expectTypeOf(error.details['anything']).toBeUnknown()
    // @ts-expect-error no such code
    if (error.code === 'CUSTOMER_BLOKED') throw new Error('never')
  })
})

describe('a refusal', () => {
  it('has any code, and known details once it is asked for one', () => {
    const read = (error: Refusal) => {
      if (error.code === 'A_CODE_OF_SOMEBODY') return error.details['x']
      return hasCode(error, 'DEPENDENCY_NOT_MET') ? error.details.missing?.join() : undefined
    }
    expectTypeOf(read).toBeFunction()
  })
})

describe('a handler', () => {
  it('may call the tools its contract depends on, and no others', () => {
    defineTool({ ...base, toolName: 'calls', dependencies: ['find_customer'] }, async (_, context) => {
      await context.call('find_customer', { id: '1' })
      // @ts-expect-error not among the dependencies
      await context.call('create_invoice', {})
      return { total: 0 }
    })
    defineTool({ ...base, toolName: 'calls_none' }, async (_, context) => {
      // @ts-expect-error there are no dependencies
      await context.call('find_customer', {})
      return { total: 0 }
    })
    const shared = (context: ToolContext) => context.call('anything', {})
    expectTypeOf(shared).toBeFunction()
  })

  it('fails with the codes of its contract and the standard ones', () => {
    const errorCodes = [{ code: 'CUSTOMER_BLOCKED', description: 'Blocked.' }] as const
    defineTool({ ...base, toolName: 'fails', errorCodes }, ({ lines }, context) => {
      if (lines.length === 0) throw context.error('CUSTOMER_BLOCKED', 'Blocked.')
      if (lines.length === 1) throw context.error('RESOURCE_NOT_FOUND', 'Gone.')
      if (lines.length === 2) throw new ToolError('CUSTOMER_BLOCKED', 'Blocked.')
      // @ts-expect-error a code that the contract does not declare
      throw context.error('CUSTOMER_BLOKED', 'Blocked.')
    })
  })
})

describe('the codes of conditions', () => {
  const count = defineTool(
    {
      ...base,
      toolName: 'count',
      preconditions: [{ description: 'd', errorCode: 'NO_LINES', evaluate: ({ lines }) => lines.length > 0 }],
      postconditions: [{ description: 'd', errorCode: 'WRONG_TOTAL', evaluate: ({ total }) => total > 0 }],
    },
    ({ lines }, context) => {
      if (lines.length > 9) throw context.error('NO_LINES', 'Too many.')
      return { total: lines.length }
    },
  )

  it('are among those a call can end with', async () => {
    const outcome = await createToolHost({ tools: [count] }).call('count', { customer, lines: [] })
    if (outcome.ok) return
    expectTypeOf(outcome.error.code).extract<'NO_LINES' | 'WRONG_TOTAL'>().toEqualTypeOf<'NO_LINES' | 'WRONG_TOTAL'>()
    // @ts-expect-error no such code
    if (outcome.error.code === 'NO_LINE') throw new Error('never')
  })

  it('are open where a predicate was made elsewhere', async () => {
    const preconditions = [createPrecondition('has lines', 'NO_LINES', () => true)]
    const tool = defineTool({ ...base, toolName: 'open_codes', preconditions }, () => ({ total: 0 }))
    const outcome = await createToolHost({ tools: [tool] }).call('open_codes', { customer, lines: [] })
    if (!outcome.ok) expectTypeOf(outcome.error.code).toEqualTypeOf<string>()
  })
})

describe('names', () => {
  it('that are one of several can be called', () => {
    const make = (toolName: 'a' | 'b') => defineTool({ ...base, toolName }, ({ lines }) => ({ total: lines.length }))
    const several = createToolHost({ tools: [make('a'), make('b')] })
    expectTypeOf(several.call('a', { customer, lines: [] })).resolves.toExtend<{ readonly ok: boolean }>()
  })
})

describe('an error that was caught', () => {
  it('has a code that is a text', () => {
    const read = (error: unknown) => (error instanceof ToolError ? error.code : undefined)
    expectTypeOf(read).returns.toEqualTypeOf<string | undefined>()
  })
})

describe('semantic types', () => {
  it('name fields of the schema, inside lists too', () => {
    defineContract({
      ...base,
      toolName: 'meaning',
      inputSemanticTypes: { customer: 'uuid', 'lines[].product': 'resource-id' },
      outputSemanticTypes: { total: 'unknown' },
    })
    const wrong = () =>
      defineContract({
        ...base,
        toolName: 'meaningless',
        // @ts-expect-error there is no field 'lines[].prodct'
        inputSemanticTypes: { 'lines[].prodct': 'resource-id' },
      })
    expectTypeOf(wrong).toBeFunction()
  })

  it('go into schemas that contain themselves', () => {
    const Node = z.object({
      title: z.string().optional(),
      get items() {
        return Node.optional()
      },
      get not() {
        return Node.optional()
      },
      get if() {
        return Node.optional()
      },
      get then() {
        return Node.optional()
      },
      get else() {
        return Node.optional()
      },
      get contains() {
        return Node.optional()
      },
    })
    defineContract({ ...base, toolName: 'recursive', inputSchema: Node, inputSemanticTypes: { title: 'unknown' } })
    const wrong = () =>
      defineContract({
        ...base,
        toolName: 'no_fields',
        outputSchema: z.string(),
        // @ts-expect-error a text has no fields
        outputSemanticTypes: { anything: 'uuid' },
      })
    expect(wrong).toThrow('anything')
  })

  it('name any field where the schema does not tell', () => {
    defineContract({ ...base, toolName: 'open', inputSchema: z.record(z.string(), z.unknown()) })
    const schema: z.ZodType = base.inputSchema
    defineContract({ ...base, toolName: 'any', inputSchema: schema, inputSemanticTypes: { customer: 'uuid' } })
  })
})
