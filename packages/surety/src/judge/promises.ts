import type { ContractPath, Observable, Promised } from './evidence.ts'
import type { Finding } from './finding.ts'

/** A promise that a contract can make and that takes a call to check. */
export interface StatedPromise {
  readonly promise: string
  readonly code: string
  readonly at: ContractPath
  /** Where else in the contract it is spelt out. */
  readonly alsoAt?: ContractPath
  readonly isMade: (promised: Promised) => boolean
  /** What must be visible to check it. */
  readonly needs: readonly (keyof Observable)[]
  /** Whether it takes no result: an input that must be refused gives none. */
  readonly needsNoResult?: true
}

export const PROMISES: readonly StatedPromise[] = [
  {
    promise: 'side_effects',
    code: 'E012',
    at: ['guarantees', 'side_effects'],
    alsoAt: ['guarantees', 'writes'],
    isMade: ({ sideEffects }) => sideEffects !== undefined,
    needs: ['filesystem', 'process'],
  },
  {
    promise: 'writes',
    code: 'E012',
    at: ['guarantees', 'writes'],
    isMade: ({ writes, sideEffects }) => writes.length > 0 && sideEffects === undefined,
    // Without a tracer what was undone is not seen, nor who else wrote.
    needs: ['filesystem', 'process'],
  },
  {
    promise: 'network',
    code: 'E017',
    at: ['guarantees', 'network'],
    isMade: ({ network }) => network !== undefined && network !== 'any',
    needs: ['network'],
  },
  {
    promise: 'dependencies',
    code: 'E015',
    at: ['guarantees', 'dependencies'],
    isMade: ({ dependencies }) => dependencies !== undefined,
    needs: ['toolCalls'],
  },
  {
    promise: 'memory',
    code: 'E006',
    at: ['guarantees', 'memory'],
    isMade: ({ memoryBytes }) => memoryBytes !== undefined,
    needs: ['memory'],
  },
  {
    promise: 'max_output_size',
    code: 'E014',
    at: ['guarantees', 'max_output_size'],
    isMade: ({ maxOutputBytes }) => maxOutputBytes !== undefined,
    needs: [],
  },
  {
    promise: 'max_execution_time',
    code: 'E016',
    at: ['guarantees', 'max_execution_time'],
    isMade: ({ maxExecutionMs }) => maxExecutionMs !== undefined,
    needs: [],
  },
  {
    promise: 'output_schema',
    code: 'E007',
    at: ['contract', 'output_schema'],
    isMade: ({ outputSchemaName, checksOutput }) => outputSchemaName !== undefined || checksOutput,
    needs: [],
  },
  {
    promise: 'input_schema',
    code: 'E008',
    at: ['contract', 'input_schema'],
    isMade: ({ checksInput }) => checksInput,
    needs: [],
    needsNoResult: true,
  },
  {
    promise: 'postconditions',
    code: 'E020',
    at: ['postconditions'],
    isMade: ({ postconditions }) => postconditions.length > 0,
    needs: [],
  },
]

const PATHS: ReadonlyMap<string, ContractPath> = new Map([
  ...PROMISES.map(({ promise, at }) => [promise, at] as const),
  ['idempotent', ['idempotent']],
  ['errors', ['errors']],
  ['tests', ['tests']],
])

/** Where in the contract a promise stands, by its name. */
export function promisePath(promise: string): ContractPath {
  return PATHS.get(promise) ?? ['guarantees', promise]
}

/** Does the finding say that the tool broke this promise? What is written down alone does not tell. */
export function breaksPromise({ blame, at, needsNoRetest }: Finding, promise: string): boolean {
  if (blame !== 'tool' || at === undefined || needsNoRetest === true) return false
  const alsoAt = PROMISES.find((one) => one.promise === promise)?.alsoAt
  return [promisePath(promise), alsoAt].some((place) => place?.every((key, index) => at[index] === key))
}
