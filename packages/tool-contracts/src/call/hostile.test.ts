import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createToolHost } from '../host/host.ts'
import { defineTool } from '../host/tool.ts'
import { createMemoryJournal } from '../journal/memory.ts'
import { INPUT_LIMITS, snapshotInput, snapshotOutput } from './snapshot.ts'

const traceId = 'trace'

async function send(input: unknown, toolName: unknown = 'echo') {
  let received: unknown
  const echo = defineTool(
    { toolName: 'echo', description: 'Echo.', inputSchema: z.any(), outputSchema: z.any(), capabilities: ['READ'] },
    (given: unknown) => {
      received = given
      return {}
    },
  )
  const journal = createMemoryJournal()
  const outcome = await createToolHost({ tools: [echo], journal }).call(toolName as string, input, { traceId })
  return { outcome, received, steps: journal.steps({ traceId }).steps }
}

const deep = (levels: number): unknown => JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels))

function bomb(): unknown {
  let value: unknown = 'x'
  for (let n = 0; n < 40; n++) value = [value, value, value, value]
  return value
}

const cycle: { self?: unknown } = {}
cycle.self = { in: [cycle] }

const endless = (): object =>
  new Proxy(
    {},
    {
      get: endless,
      ownKeys: () => ['a'],
      getOwnPropertyDescriptor: () => ({ value: endless(), enumerable: true, configurable: true }),
    },
  )

describe('a hostile input is a clear refusal, never a crash, never a hang', () => {
  it.each<[string, unknown, string, string]>([
    ['an own __proto__', JSON.parse('{"a":{"__proto__":{"admin":true}}}'), '/a/__proto__', 'never accepted'],
    ['inherited fields', Object.create({ admin: true }), '', 'not a plain object'],
    [
      'a getter',
      {
        get secret() {
          return 1
        },
      },
      '/secret',
      'a getter',
    ],
    ['a getter in an array', Object.defineProperty([1], 0, { get: () => 1 }), '/0', 'a getter'],
    [
      'a getter that throws',
      {
        get secret() {
          throw new Error('boo')
        },
      },
      '/secret',
      'a getter',
    ],
    ['a Proxy', new Proxy({}, {}), '', 'a Proxy'],
    [
      'a Proxy that throws',
      {
        a: new Proxy(
          {},
          {
            getPrototypeOf: () => {
              throw new Error('boo')
            },
          },
        ),
      },
      '/a',
      'a Proxy',
    ],
    [
      'a revoked Proxy',
      (() => {
        const { proxy, revoke } = Proxy.revocable({}, {})
        revoke()
        return proxy
      })(),
      '',
      'a Proxy',
    ],
    ['an endless Proxy', { a: endless() }, '/a', 'a Proxy'],
    ['a cycle', cycle, '/self/in/0', 'contains itself'],
    ['a BigInt', { n: [1, 2n] }, '/n/1', 'a BigInt'],
    ['10,000 levels', deep(10_000), '/a'.repeat(64), 'deeper than 64'],
    ['a 50 MB string', { text: 'x'.repeat(50_000_000) }, '/text', 'larger than'],
    ['a 50 MB key', { ['x'.repeat(50_000_000)]: 1 }, expect.any(String), 'larger than'],
    ['a reference bomb', bomb(), expect.any(String), 'larger than'],
    ['an array of 4,294,967,295 holes', new Array(4_294_967_295), '', 'larger than'],
    ['a sparse array', [1, , 3], '/1', 'undefined'],
    ['NaN', { n: NaN }, '/n', 'NaN'],
    ['a function', { f: () => 1 }, '/f', 'function'],
    ['a symbol', { s: Symbol('s') }, '/s', 'symbol'],
    ['a Date', { d: new Date() }, '/d', 'an instance of Date'],
    ['a Map', new Map(), '', 'an instance of Map'],
    [
      'a class of its own',
      new (class Evil {
        a = 1
      })(),
      '',
      'an instance of Evil',
    ],
    ['a boxed string', Object('x'), '', 'an instance of String'],
    ['undefined', undefined, '', 'undefined'],
  ])('%s', async (_, input, field, problem) => {
    const { outcome, received, steps } = await send(input)
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', stage: 'validate', blame: 'caller', details: { field } },
    })
    expect(!outcome.ok && outcome.error.message).toContain(problem)
    expect(!outcome.ok && outcome.error.message.length).toBeLessThan(500)
    expect(received).toBeUndefined()
    expect(steps).toMatchObject([{ code: 'INVALID_INPUT', inputs: {} }])
  })

  it.each<[string, unknown]>([
    ['control characters', 'ec\u0000ho\n'],
    ['the name of an inherited field', 'constructor'],
    ['__proto__', '__proto__'],
    ['an empty name', ''],
    ['a megabyte', 'x'.repeat(1_000_000)],
    ['no text at all', { toString: () => 'echo' }],
    ['null', null],
  ])('a tool name with %s', async (_, toolName) => {
    const { outcome, steps } = await send({}, toolName)
    expect(outcome).toMatchObject({ ok: false, error: { code: 'RESOURCE_NOT_FOUND', stage: 'admit' } })
    expect(!outcome.ok && /[\u0000-\u001f]/.test(outcome.error.message)).toBe(false)
    expect(!outcome.ok && outcome.error.message.length).toBeLessThan(300)
    expect(steps[0]?.toolName.length).toBeLessThanOrEqual(128)
  })
})

describe('a snapshot', () => {
  it('of any JSON data is equal to it and shares nothing with it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const snapshot = snapshotInput(value)
        if (JSON.stringify(value).includes('"__proto__":')) return
        expect(snapshot).toMatchObject({ ok: true })
        expect(snapshot.ok && JSON.stringify(snapshot.value)).toBe(JSON.stringify(value))
        if (typeof value === 'object' && value !== null) expect(snapshot.ok && snapshot.value).not.toBe(value)
      }),
    )
  })

  it('never underestimates the bytes of its JSON text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue({ maxDepth: 6 }), fc.string({ unit: 'binary' })), (value) => {
        const snapshot = snapshotInput(value)
        const bytes = new TextEncoder().encode(JSON.stringify(value)).length
        expect(!snapshot.ok || snapshot.size * 6 >= bytes).toBe(true)
      }),
    )
  })

  it('of anything at all ends in a copy or a reason', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withBoxedValues: true,
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withObjectString: true,
          withSet: true,
          withSparseArray: true,
          withTypedArray: true,
        }),
        (value) => {
          for (const snapshot of [snapshotInput(value), snapshotOutput(value, INPUT_LIMITS)]) {
            if (snapshot.ok) expect(() => JSON.stringify(snapshot.value)).not.toThrow()
            else expect(snapshot.problem).not.toBe('')
          }
        },
      ),
    )
  })

  it('leaves out fields whose key is a symbol, as JSON does', () => {
    expect(snapshotInput({ a: 1, [Symbol('s')]: 1 })).toMatchObject({ ok: true, value: { a: 1 } })
  })

  it('of an output reads through getters and toJSON as JSON would, frozen', () => {
    const output = {
      get a() {
        return [1]
      },
      b: { toJSON: () => ({ c: 1 }) },
      d: undefined,
      e: () => 1,
    }
    const snapshot = snapshotOutput(output, INPUT_LIMITS)
    expect(snapshot).toMatchObject({ ok: true, value: { a: [1], b: { c: 1 } } })
    expect(snapshot.ok && Object.isFrozen(Object(snapshot.value).a)).toBe(true)
    expect(
      snapshotOutput(
        {
          get a() {
            throw new Error('x')
          },
        },
        INPUT_LIMITS,
      ),
    ).toMatchObject({ ok: false, path: ['a'] })
    expect(
      snapshotOutput(
        {
          toJSON: () => {
            throw new Error('x')
          },
        },
        INPUT_LIMITS,
      ),
    ).toMatchObject({ ok: false, path: [] })
  })
})
