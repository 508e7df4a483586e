import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { StandardErrorCodes } from '../codes.ts'
import { CAPABILITIES } from './capabilities.ts'
import { ContractError, type DeclaredToolContract } from './contract.ts'
import { declare } from './declare.ts'
import { createPostcondition, createPrecondition } from './predicates.ts'
import { isToolName } from './tool-name.ts'

const VALID = {
  toolName: 'modules.compile',
  description: 'Compile a module',
  inputSchema: z.object({ moduleRef: z.string(), items: z.array(z.object({ id: z.string() })).optional() }),
  outputSchema: z.object({ bundlePath: z.string() }),
  capabilities: ['READ'],
} as const satisfies DeclaredToolContract

/** The contract with some fields as untyped code may set them. */
function declareWith(fields: Readonly<Record<string, unknown>>): void {
  declare({ ...VALID, ...fields })
}

/** The reasons why a declaration is refused; none if it is accepted. Anything thrown but a ContractError is a bug. */
function reasons(fields: Readonly<Record<string, unknown>>): readonly string[] {
  try {
    declareWith(fields)
  } catch (error) {
    if (error instanceof ContractError) return error.reasons
    throw error
  }
  return []
}

const code = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  errorCodes: [{ code: 'MODULE_LOCKED', description: 'It is locked.', ...fields }],
})

const LIMITS = { timeoutMs: 1000, memoryMb: 64, maxOutputBytes: 1024 }
const TWICE = [
  { code: 'A', description: 'x' },
  { code: 'A', description: 'y' },
]

const REFUSED: Readonly<Record<string, readonly [fields: Readonly<Record<string, unknown>>, reason: RegExp]>> = {
  'no name': [{ toolName: undefined }, /^toolName must be/],
  'an empty name': [{ toolName: '' }, /^toolName must be .* is ""/],
  'a name with a space': [{ toolName: 'a b' }, /^toolName must be/],
  'a name with a no-break space': [{ toolName: 'a\u{a0}b' }, /^toolName must be/],
  'a name with a line break': [{ toolName: 'a\n' }, /^toolName must be/],
  'a name with NUL': [{ toolName: 'a\0' }, /^toolName must be/],
  'a name with a zero-width space': [{ toolName: 'a\u{200b}b' }, /^toolName must be/],
  'a name with a zero-width joiner': [{ toolName: 'a\u{200d}b' }, /^toolName must be/],
  'a name with a byte order mark': [{ toolName: '\u{feff}a' }, /^toolName must be/],
  'a name with a word joiner': [{ toolName: 'a\u{2060}b' }, /^toolName must be/],
  'a name with a right-to-left override': [{ toolName: 'a\u{202e}b' }, /^toolName must be/],
  'a name with a soft hyphen': [{ toolName: 'a\u{ad}b' }, /^toolName must be/],
  'a name with a tag character': [{ toolName: 'a\u{e0041}' }, /^toolName must be/],
  'a name with a zero-width variation selector': [{ toolName: 'delete_all\u{fe0f}' }, /^toolName must be/],
  'a name with a zero-width grapheme joiner': [{ toolName: 'a\u{34f}b' }, /^toolName must be/],
  'a name with an invisible filler': [{ toolName: 'a\u{3164}b' }, /^toolName must be/],
  'a name with half a surrogate pair': [{ toolName: 'a\u{d800}' }, /^toolName must be/],
  'a name of 129 characters': [{ toolName: 'a'.repeat(129) }, /^toolName must be/],
  'no description': [{ description: undefined }, /^description must/],
  'a blank description': [{ description: ' \n' }, /^description must/],
  'no input schema': [{ inputSchema: undefined }, /^inputSchema must be a Zod 4 schema/],
  'a JSON Schema for a Zod schema': [{ inputSchema: { type: 'object' } }, /^inputSchema must be a Zod 4 schema/],
  'a Zod 3 schema': [{ outputSchema: { _def: {}, safeParse: (): void => {} } }, /^outputSchema must be a Zod 4 schema/],
  'no capabilities': [{ capabilities: undefined }, /^capabilities must name at least one of READ/],
  'an empty list of capabilities': [{ capabilities: [] }, /^capabilities must name at least one of READ/],
  'an unknown capability': [{ capabilities: ['READ', 'REED'] }, /"REED".*none of READ, .*Did you mean 'READ'\?$/],
  'an output limit of 0': [
    { resourceLimits: { ...LIMITS, maxOutputBytes: 0 } },
    /^resourceLimits\.maxOutputBytes .* 0\.$/,
  ],
  'a negative output limit': [{ resourceLimits: { ...LIMITS, maxOutputBytes: -1 } }, /maxOutputBytes .* is -1\.$/],
  'an output limit that is NaN': [
    { resourceLimits: { ...LIMITS, maxOutputBytes: NaN } },
    /maxOutputBytes .* is NaN\.$/,
  ],
  'an infinite output limit': [{ resourceLimits: { ...LIMITS, maxOutputBytes: Infinity } }, /maxOutputBytes/],
  'a memory limit of 0': [{ resourceLimits: { ...LIMITS, memoryMb: 0 } }, /^resourceLimits\.memoryMb/],
  'a timeout of 0': [{ resourceLimits: { ...LIMITS, timeoutMs: 0 } }, /^resourceLimits\.timeoutMs/],
  'a timeout that is text': [{ resourceLimits: { ...LIMITS, timeoutMs: '5' } }, /^resourceLimits\.timeoutMs/],
  'a timeout longer than timers go': [
    { resourceLimits: { ...LIMITS, timeoutMs: 2 ** 31 } },
    /timeoutMs must be at most 2147483647/,
  ],
  'a limit that is none': [{ resourceLimits: { timeoutms: 5 } }, /has no field 'timeoutms'. Did you mean 'timeoutMs'/],
  'a field that is none': [{ aproval: 'always' }, /A contract has no field 'aproval'. Did you mean 'approval'/],
  'limits that are no object': [{ resourceLimits: 5 }, /^resourceLimits must be an object/],
  'an unknown semantic type': [
    { inputSemanticTypes: { moduleRef: 'module' } },
    /\['moduleRef'\] is "module".*none of ltree-path/,
  ],
  'an inherited name for a semantic type': [{ inputSemanticTypes: { moduleRef: 'constructor' } }, /none of ltree-path/],
  'a semantic path that is none': [
    { inputSemanticTypes: { 'items[0].id': 'uuid' } },
    /'items\[0\]\.id', which is no field path/,
  ],
  'a semantic path the input has not': [
    { inputSemanticTypes: { moduleref: 'module-ref' } },
    /^inputSemanticTypes names 'moduleref', which the inputSchema does not have/,
  ],
  'a semantic path the output has not': [
    { outputSemanticTypes: { 'bundlePath.x': 'uuid' } },
    /^outputSemanticTypes names/,
  ],
  'a semantic path into the items that is wrong': [
    { inputSemanticTypes: { 'items[].no': 'uuid' } },
    /^inputSemanticTypes names/,
  ],
  'a semantic path through a nullable object that is wrong': [
    { inputSchema: z.object({ a: z.object({ id: z.string() }).nullable() }), inputSemanticTypes: { 'a.typo': 'uuid' } },
    /^inputSemanticTypes names 'a\.typo'/,
  ],
  'a semantic path through a named schema that is wrong': [
    {
      inputSchema: z.object({ a: z.object({ id: z.string() }).meta({ id: 'NamedForProblems' }), b: z.string() }),
      inputSemanticTypes: { 'a.typo': 'uuid' },
    },
    /^inputSemanticTypes names 'a\.typo'/,
  ],
  'a semantic path named __proto__': [
    { inputSemanticTypes: JSON.parse('{"__proto__":"uuid"}') },
    /^inputSemanticTypes names '__proto__'/,
  ],
  'a dependency on itself': [{ dependencies: ['a', 'modules.compile'] }, /'modules\.compile' depends on itself/],
  'a dependency that is no name': [{ dependencies: ['a b'] }, /^dependencies has "a b"/],
  'a code in lower case': [code({ code: 'locked' }), /^errorCodes has "locked"; a code is upper-case/],
  'a code that begins with a digit': [code({ code: '4XX' }), /"4XX"/],
  'a code with a line break': [code({ code: 'A\n' }), /a code is upper-case/],
  'no code': [code({ code: undefined }), /a code is upper-case/],
  'a code without a description': [code({ description: '' }), /MODULE_LOCKED needs a description/],
  'a code declared twice': [{ errorCodes: TWICE }, /declares A twice/],
  'a retryable code of a tool that says nothing of idempotency': [code({ retryable: true }), /INV-MCP-004/],
  'a retryable code of a tool that is not idempotent': [
    { ...code({ retryable: true }), idempotent: false },
    /INV-MCP-004/,
  ],
  'a code whose retryable is no boolean': [code({ retryable: 'yes' }), /retryable/],
  'a standard code called retryable against the table': [
    { ...code({ code: 'INVALID_INPUT', retryable: true }), idempotent: true },
    /INVALID_INPUT is a standard code and not retryable/,
  ],
  'a code that only the host raises': [
    code({ code: 'APPROVAL_DENIED' }),
    /APPROVAL_DENIED is a code that only the host/,
  ],
  'a precondition with a bad code': [
    { preconditions: [createPrecondition('holds', 'bad code', () => true)] },
    /^The precondition 'holds' has the errorCode "bad code"/,
  ],
  'a postcondition with a bad code': [
    { postconditions: [createPostcondition('holds', '', () => true)] },
    /^The postcondition 'holds'/,
  ],
  'a precondition without a function': [
    { preconditions: [{ description: 'x', errorCode: 'X' }] },
    /^A precondition must have/,
  ],
  'a postcondition without a description': [
    { postconditions: [{ errorCode: 'X', evaluate: () => true }] },
    /^A postcondition must have/,
  ],
  'a precondition that is null': [{ preconditions: [null] }, /^A precondition must have/],
  'unknown side effects': [{ sideEffects: 'network' }, /^sideEffects must be 'none' or 'filesystem'/],
  'side effects none, and writes': [
    { sideEffects: 'none', writes: ['a'] },
    /^sideEffects is 'none', but writes names paths/,
  ],
  'an unknown network': [{ network: 'some' }, /^network must be/],
  'an unknown approval': [{ approval: true }, /^approval must be/],
  'a sensitive path without a side': [{ sensitive: ['moduleRef'] }, /^sensitive has "moduleRef"/],
  'a sensitive path that ends with a dot': [{ sensitive: ['input.'] }, /^sensitive has "input\."/],
  'a sensitive path that is none': [{ sensitive: ['input.items[0].id'] }, /^sensitive has/],
  'an example that breaks the input schema': [
    { examples: [{ input: {} }] },
    /^examples\[0\]: Field 'moduleRef' of the input is required/,
  ],
  'an example that breaks the output schema': [
    { examples: [{ input: { moduleRef: 'a/b' } }, { input: { moduleRef: 'a/b' }, output: { bundlePath: 5 } }] },
    /^examples\[1\]: Field 'bundlePath' of the output must be text, but received 5/,
  ],
  'an example that is null': [{ examples: [null] }, /^examples\[0\]/],
  'preconditions that are no list': [{ preconditions: {} }, /^preconditions must be an array/],
  'dependencies that are null': [{ dependencies: null }, /^dependencies must be an array/],
  'a root that is no text': [{ fileRoot: 42 }, /fileRoot/],
}

describe('a declaration is refused for', () => {
  test.each(Object.entries(REFUSED))('%s', (_what, [fields, reason]) => {
    expect(reasons(fields)).toEqual([expect.stringMatching(reason)])
  })
})

const ACCEPTED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'nothing but what is required': {},
  'a name of 128 characters': { toolName: 'a'.repeat(128) },
  'a name in any script': { toolName: 'モジュール/compile:v2' },
  'all capabilities': { capabilities: CAPABILITIES },
  'the longest timeout': { resourceLimits: { ...LIMITS, timeoutMs: 2 ** 31 - 1 } },
  'semantic types on nested fields': { inputSemanticTypes: { moduleRef: 'module-ref', 'items[].id': 'uuid' } },
  'semantic types in an open record': {
    outputSchema: z.record(z.string(), z.string()),
    outputSemanticTypes: { any: 'uuid' },
  },
  'retryable codes of an idempotent tool': { ...code({ retryable: true }), idempotent: true },
  'codes that are not retryable': code({ retryable: false }),
  'a standard code': code({ code: 'TIMEOUT' }),
  'a predicate with a standard code': { preconditions: [createPrecondition('x', 'CONFLICT', () => true)] },
  'two predicates with the same code': {
    preconditions: [createPrecondition('x', 'X', () => true), createPrecondition('y', 'X', () => true)],
  },
  'side effects and writes': { sideEffects: 'filesystem', writes: ['data/**'] },
  'side effects none and an empty list of writes': { sideEffects: 'none', writes: [] },
  'any network': { network: 'any' },
  endpoints: { network: ['api.example.com:443'] },
  'approval by a function': { approval: () => false },
  'sensitive paths': { sensitive: ['input.moduleRef', 'input.items[].id', 'output.bundlePath'] },
  'sensitive fields of an output that is an array': {
    outputSchema: z.array(z.object({ iban: z.string() })),
    sensitive: ['output[].iban'],
  },
  examples: {
    examples: [{ input: { moduleRef: 'a/b' }, output: { bundlePath: 'x' } }, { input: { moduleRef: 'c/d' } }],
  },
}

describe('a declaration is accepted with', () => {
  test.each(Object.entries(ACCEPTED))('%s', (_what, fields) => {
    expect(reasons(fields)).toEqual([])
  })
})

describe('all reasons are given at once', () => {
  test('whatever part of the contract they are about', () => {
    const broken = reasons({
      capabilities: ['REED', 'FLY'],
      resourceLimits: { timeoutMs: NaN, memoryMb: -1, maxOutputBytes: 0 },
      inputSemanticTypes: { nope: 'nonsense' },
      dependencies: ['modules.compile', ''],
      preconditions: [createPrecondition('x', 'bad', () => true)],
      errorCodes: [...TWICE, { code: 'B', description: '', retryable: true }],
      sideEffects: 'none',
      writes: ['x'],
      network: 5,
      approval: 5,
      sensitive: ['x'],
      examples: [{ input: 5, output: 5 }],
    })
    expect(broken).toHaveLength(2 + 3 + 2 + 2 + 1 + 3 + 1 + 1 + 1 + 1 + 2)
  })

  const BROKEN: Readonly<Record<string, unknown>> = {
    toolName: '',
    description: '',
    inputSchema: 5,
    outputSchema: 5,
    capabilities: [],
    resourceLimits: 5,
    dependencies: 5,
    preconditions: [null],
    postconditions: [null],
    errorCodes: [{}],
    sideEffects: 'x',
    network: 'x',
    approval: 'x',
    sensitive: ['x'],
  }

  test('also where a name, a schema or a list is no such thing', () => {
    fc.assert(
      fc.property(fc.subarray(Object.keys(BROKEN), { minLength: 1 }), (keys) => {
        const fields = Object.fromEntries(keys.map((key) => [key, BROKEN[key]]))
        const expected = keys.flatMap((key) => reasons({ [key]: BROKEN[key] }))
        expect(reasons(fields).toSorted()).toEqual(expected.toSorted())
      }),
    )
  })

  test('in a message that names the tool, or says that it has no name', () => {
    expect(() => declareWith({ capabilities: [], dependencies: ['modules.compile'] })).toThrow(
      /^The contract of "modules\.compile" is refused:\n {2}- capabilities .*\n {2}- 'modules\.compile' depends on itself\.$/,
    )
    expect(() => declareWith({ toolName: 5 })).toThrow(
      /^The contract of a tool without a name is refused:\n {2}- toolName/,
    )
  })
})

test.each(Object.entries(StandardErrorCodes))(
  '%s may be declared by a tool that may raise it, and be called retryable only where the table says so',
  (name, { retryable, raisedBy }) => {
    const declared = (value: boolean): readonly string[] =>
      reasons({ ...code({ code: name, retryable: value }), idempotent: true })
    const isOurs = raisedBy === 'tool'
    expect(declared(false)).toHaveLength(isOurs ? 0 : 1)
    expect(declared(true).length === 0).toBe(isOurs && retryable)
  },
)

describe('garbage is refused or accepted, and nothing else happens', () => {
  const garbage = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withObjectString: true,
    withSparseArray: true,
    withTypedArray: true,
    withBoxedValues: true,
  })

  test.each([null, undefined, 'text', 7, true, 7n, Symbol('x'), [], {}, (): void => {}])(
    'in the place of a contract: %o',
    (value) => {
      expect(() => declare(value as never)).toThrow(ContractError)
    },
  )

  const FIELDS = [
    'toolName',
    'description',
    'inputSchema',
    'outputSchema',
    'inputSemanticTypes',
    'outputSemanticTypes',
    'preconditions',
    'postconditions',
    'dependencies',
    'capabilities',
    'resourceLimits',
    'title',
    'idempotent',
    'errorCodes',
    'deterministic',
    'sideEffects',
    'writes',
    'network',
    'approval',
    'constraints',
    'examples',
    'sensitive',
    'fileRoot',
  ]

  test.each(FIELDS)('in %s', (field) => {
    fc.assert(fc.property(fc.oneof(garbage, fc.array(garbage)), (value) => void reasons({ [field]: value })))
  })

  const ODD: readonly unknown[] = [1n, Symbol('x'), Object.create(null), [['input.a']], { toJSON: 5 }, NaN, new Map()]
  const INSIDE: Readonly<Record<string, (odd: unknown) => Readonly<Record<string, unknown>>>> = {
    'a name': (odd) => ({ toolName: odd }),
    'a capability': (odd) => ({ capabilities: [odd] }),
    'a limit': (odd) => ({ resourceLimits: { timeoutMs: odd, memoryMb: odd, maxOutputBytes: odd } }),
    'a semantic type': (odd) => ({ inputSemanticTypes: { moduleRef: odd } }),
    'a dependency': (odd) => ({ dependencies: [odd] }),
    'a precondition': (odd) => ({ preconditions: [odd, { description: 'x', errorCode: odd, evaluate: () => true }] }),
    'an error code': (odd) => ({ errorCodes: [odd, { code: odd }, { code: 'A', description: odd, retryable: odd }] }),
    'a sensitive path': (odd) => ({ sensitive: [odd, [odd], ['input.a']] }),
    'an example': (odd) => ({ examples: [odd, { input: odd, output: odd }] }),
    'a schema': (odd) => ({
      inputSchema: { _zod: odd, safeParse: odd },
      examples: [{ input: 1 }],
      inputSemanticTypes: { a: 'uuid' },
    }),
  }

  test.each(Object.entries(INSIDE))('in the place of %s', (_what, fieldsWith) => {
    for (const odd of ODD) expect(reasons(fieldsWith(odd))).not.toEqual([])
  })

  test('in all fields at once', () => {
    const everything = fc.record(Object.fromEntries(FIELDS.map((field) => [field, garbage])), { requiredKeys: [] })
    fc.assert(fc.property(everything, (fields) => void reasons(fields)))
  })
})

test.each([
  ['whose names clash', z.object({ a: z.string().meta({ id: 'Twin' }), b: z.number().meta({ id: 'Twin' }) })],
  [
    'whose lazy part throws',
    z.object({
      a: z.lazy((): z.ZodType => {
        throw new Error('no')
      }),
    }),
  ],
])('a schema %s cannot be published, and that is a reason like any other', (_what, inputSchema) => {
  expect(reasons({ inputSchema, inputSemanticTypes: { a: 'uuid' } }).length).toBeGreaterThan(0)
})

test.each([
  ['waits', z.object({ moduleRef: z.string().refine(async () => Promise.resolve(true)) })],
  [
    'throws',
    z.object({
      moduleRef: z.string().transform((): string => {
        throw new Error('no')
      }),
    }),
  ],
])('an example that cannot be judged because the schema %s is a reason like any other', (_what, inputSchema) => {
  expect(reasons({ inputSchema, examples: [{ input: { moduleRef: 'a/b' } }] })).toHaveLength(1)
})

test('a tool name is visible text: control characters, spaces and surrogates never slip in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const isFine =
        text.length > 0 && text.length <= 128 && !/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(text)
      expect(isToolName(text)).toBe(isFine)
    }),
    { numRuns: 500 },
  )
})
