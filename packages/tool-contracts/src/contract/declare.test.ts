import { expect, test } from 'vitest'
import { z } from 'zod'
import type { CapabilityTag } from './capabilities.ts'
import { ContractError, type DeclaredToolContract } from './contract.ts'
import { DEFAULT_LIMITS, declare } from './declare.ts'
import { createPostcondition, createPrecondition } from './predicates.ts'

const MINIMAL: DeclaredToolContract = {
  toolName: 'modules.list',
  description: 'List modules',
  inputSchema: z.object({}),
  outputSchema: z.object({ modules: z.array(z.string()) }),
  capabilities: ['READ'],
}

/** The seed's own contract. */
const COMPILE: DeclaredToolContract = {
  toolName: 'modules.compile',
  description: 'Compile a module manifest into a validated bundle',
  inputSchema: z.object({ moduleRef: z.string() }),
  outputSchema: z.object({ bundlePath: z.string(), diagnostics: z.array(z.unknown()) }),
  inputSemanticTypes: { moduleRef: 'module-ref' },
  outputSemanticTypes: { bundlePath: 'file-path' },
  preconditions: [
    createPrecondition('moduleRef must be namespace/name format', 'INVALID_MODULE_REF_FORMAT', () => true),
  ],
  postconditions: [createPostcondition('bundlePath must be a non-empty string', 'MISSING_BUNDLE_PATH', () => true)],
  dependencies: ['modules.validate'],
  capabilities: ['READ', 'EXECUTE', 'CODE_EXECUTION'],
  resourceLimits: { timeoutMs: 30_000, memoryMb: 512, maxOutputBytes: 10_485_760 },
}

test('a contract with nothing but what is required is closed: no network, no approval, not idempotent, default limits', () => {
  expect(declare(MINIMAL)).toMatchObject({
    toolName: 'modules.list',
    description: 'List modules',
    preconditions: [],
    postconditions: [],
    dependencies: [],
    capabilities: ['READ'],
    changes: false,
    limits: DEFAULT_LIMITS,
    idempotent: false,
    codes: new Map(),
    approval: 'never',
    sensitive: { input: [], output: [] },
    effects: { sideEffects: undefined, writes: [], network: 'none' },
  })
  expect(DEFAULT_LIMITS).toEqual({ timeoutMs: 30_000, memoryMb: 512, maxOutputBytes: 50 * 1024 })
})

test('the contract of the seed is accepted as it stands', () => {
  const contract = declare(COMPILE)
  expect(contract).toMatchObject({
    dependencies: ['modules.validate'],
    capabilities: ['READ', 'EXECUTE', 'CODE_EXECUTION'],
    changes: true,
    limits: COMPILE.resourceLimits,
    codes: new Map([
      ['INVALID_MODULE_REF_FORMAT', false],
      ['MISSING_BUNDLE_PATH', false],
    ]),
  })
  expect(contract.input.jsonSchema).toMatchObject({ properties: { moduleRef: { 'x-semantic-type': 'module-ref' } } })
  expect(contract.output.jsonSchema).toMatchObject({ properties: { bundlePath: { 'x-semantic-type': 'file-path' } } })
  expect(contract.input.parse({ moduleRef: 'a/b' }).ok).toBe(true)
  expect(contract.input.parse({ moduleRef: 'a' }).ok).toBe(false)
})

test('the codes of a contract are those it declares and those of its predicates, unless these are standard', () => {
  const { codes } = declare({
    ...MINIMAL,
    idempotent: true,
    preconditions: [createPrecondition('x', 'BUSY', () => true), createPrecondition('x', 'CONFLICT', () => true)],
    errorCodes: [
      { code: 'BUSY', description: 'Busy.', retryable: true },
      { code: 'LOCKED', description: 'Locked.' },
      { code: 'TIMEOUT', description: 'Slow.' },
    ],
  })
  expect(codes).toEqual(
    new Map([
      ['BUSY', true],
      ['LOCKED', false],
      ['TIMEOUT', true],
    ]),
  )
})

test('sensitive paths are sorted by side', () => {
  const { sensitive } = declare({
    ...MINIMAL,
    inputSchema: z.looseObject({}),
    outputSchema: z.looseObject({}),
    sensitive: ['input.card.number', 'output.lines[].iban', 'input.pin'],
  })
  expect(sensitive).toEqual({ input: [['card', 'number'], ['pin']], output: [['lines', '[]', 'iban']] })
})

test('file paths are held to the root of the contract on both sides', () => {
  const { input, output } = declare({
    ...COMPILE,
    inputSchema: z.object({ moduleRef: z.string() }),
    inputSemanticTypes: { moduleRef: 'file-path' },
    fileRoot: '/srv',
  })
  for (const [path, isInside] of [
    ['a', true],
    ['/srv/a', true],
    ['../a', false],
    ['/srv-evil', false],
  ] as const) {
    expect(input.parse({ moduleRef: path }).ok).toBe(isInside)
    expect(output.parse({ bundlePath: path, diagnostics: [] }).ok).toBe(isInside)
  }
})

test('a declaration has one contract, however often it is declared, which nobody can replace parts of', () => {
  const contract = declare(MINIMAL)
  expect(declare(MINIMAL)).toBe(contract)
  expect(declare({ ...MINIMAL })).not.toBe(contract)
  expect(Object.isFrozen(contract)).toBe(true)
})

test('repeated capabilities and dependencies count once', () => {
  const contract = declare({ ...MINIMAL, capabilities: ['READ', 'WRITE', 'READ'], dependencies: ['a', 'b', 'a'] })
  expect(contract).toMatchObject({ capabilities: ['READ', 'WRITE'], dependencies: ['a', 'b'] })
})

test('what becomes of the lists of a declaration does not change its contract', () => {
  const lists = {
    capabilities: ['READ'] as CapabilityTag[],
    dependencies: ['a'],
    writes: ['x'],
    network: ['a.example:443'],
    preconditions: [createPrecondition('x', 'X', () => true)],
  }
  const contract = declare({ ...MINIMAL, ...lists })
  lists.capabilities.push('ADMIN')
  lists.dependencies.push('b')
  lists.writes.push('/')
  lists.network.push('evil.example:443')
  lists.preconditions.pop()
  expect(contract).toMatchObject({
    capabilities: ['READ'],
    dependencies: ['a'],
    preconditions: [{ errorCode: 'X' }],
    effects: { writes: ['x'], network: ['a.example:443'] },
  })
})

test('a refused declaration stays refused', () => {
  const declaration = { ...MINIMAL, capabilities: [] }
  expect(() => declare(declaration)).toThrow(ContractError)
  expect(() => declare(declaration)).toThrow(ContractError)
})

test('a ContractError is an Error with a name, all reasons, and each of them on a line of its message', () => {
  const error = new ContractError('The contract of "x"', ['first.', 'second.'])
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({ name: 'ContractError', reasons: ['first.', 'second.'] })
  expect(error.message).toBe('The contract of "x" is refused:\n  - first.\n  - second.')
})
