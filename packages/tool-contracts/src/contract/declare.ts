import { standardCode } from '../codes.ts'
import type { CapabilityTag } from './capabilities.ts'
import { type ApprovalRule, ContractError, type DeclaredToolContract, type ResourceLimits } from './contract.ts'
import { readsOnly } from './describe.ts'
import { type FieldPath, parseFieldPath } from './field-path.ts'
import { deepFreeze } from './freeze.ts'
import type { PostconditionPredicate, PreconditionPredicate } from './predicates.ts'
import { problemsOf } from './problems.ts'
import { withSemanticTypes } from './semantic-shape.ts'
import { type Shape, zodShape } from './shape.ts'

/** A contract as a governed call sees it, whatever notation it was declared in. */
export interface Contract {
  readonly toolName: string
  readonly description: string
  readonly input: Shape
  readonly output: Shape
  readonly preconditions: readonly PreconditionPredicate[]
  readonly postconditions: readonly PostconditionPredicate[]
  readonly dependencies: readonly string[]
  readonly capabilities: readonly CapabilityTag[]
  /** Whether it may do more than read. */
  readonly changes: boolean
  readonly limits: ResourceLimits
  readonly idempotent: boolean
  /** The codes of its own, and whether each is retryable; the standard ones go without saying. */
  readonly codes: ReadonlyMap<string, boolean>
  /** Whether it has the list `errorCodes`: a foreign server that carries other codes is held to it only then. */
  readonly listsCodes: boolean
  readonly approval: ApprovalRule
  readonly sensitive: { readonly input: readonly FieldPath[]; readonly output: readonly FieldPath[] }
  /** Undefined where nobody promised anything, so that no effect is undeclared. */
  readonly effects: Effects | undefined
}

/** What the tool may touch. */
export interface Effects {
  readonly sideEffects: 'none' | 'filesystem' | undefined
  readonly writes: readonly string[]
  readonly network: 'none' | 'any' | readonly string[]
}

/** What holds where a contract sets no limit of its own. */
export const DEFAULT_LIMITS: ResourceLimits = { timeoutMs: 30_000, memoryMb: 512, maxOutputBytes: 51_200 }

const declared = new WeakMap<DeclaredToolContract, Contract>()

/** The contract behind a declaration; throws ContractError with every reason if the declaration breaks an invariant. */
export function declare(declaration: DeclaredToolContract): Contract {
  const known = declared.get(declaration)
  if (known !== undefined) return known
  const reasons = problemsOf(declaration)
  if (reasons.length > 0) throw new ContractError(`The contract of ${nameOf(declaration)}`, reasons)
  const contract = toContract(declaration)
  declared.set(declaration, contract)
  return contract
}

function toContract(declaration: DeclaredToolContract): Contract {
  const { inputSemanticTypes, outputSemanticTypes, fileRoot, preconditions = [], postconditions = [] } = declaration
  return freezeParts({
    toolName: declaration.toolName,
    description: declaration.description,
    input: withSemanticTypes(zodShape(declaration.inputSchema, 'input'), inputSemanticTypes, { fileRoot }),
    output: withSemanticTypes(zodShape(declaration.outputSchema, 'output'), outputSemanticTypes, { fileRoot }),
    preconditions: [...preconditions],
    postconditions: [...postconditions],
    dependencies: [...new Set(declaration.dependencies)],
    capabilities: [...new Set(declaration.capabilities)],
    changes: !readsOnly(declaration),
    limits: limitsOf(declaration),
    idempotent: declaration.idempotent === true,
    codes: codesOf(declaration),
    listsCodes: declaration.errorCodes !== undefined,
    approval: declaration.approval ?? 'never',
    sensitive: { input: sensitivePaths(declaration, 'input'), output: sensitivePaths(declaration, 'output') },
    effects: {
      sideEffects: declaration.sideEffects,
      writes: [...(declaration.writes ?? [])],
      network: Array.isArray(declaration.network) ? [...declaration.network] : (declaration.network ?? 'none'),
    },
  })
}

function limitsOf({ resourceLimits = {} }: DeclaredToolContract): ResourceLimits {
  const { timeoutMs, memoryMb, maxOutputBytes } = resourceLimits
  return {
    timeoutMs: timeoutMs ?? DEFAULT_LIMITS.timeoutMs,
    memoryMb: memoryMb ?? DEFAULT_LIMITS.memoryMb,
    maxOutputBytes: maxOutputBytes ?? DEFAULT_LIMITS.maxOutputBytes,
  }
}

/** Handlers see some of it. The shapes stay as they are: they keep what they have worked out. */
function freezeParts(contract: Contract): Contract {
  for (const part of [contract.limits, contract.effects, contract.sensitive]) deepFreeze(part)
  return Object.freeze(contract)
}

/** A predicate's code needs no declaration besides the predicate; what `errorCodes` says of a code counts. */
function codesOf({
  errorCodes = [],
  preconditions = [],
  postconditions = [],
}: DeclaredToolContract): Map<string, boolean> {
  const conditions = [...preconditions, ...postconditions].map(({ errorCode }) => errorCode)
  const own = conditions.filter((code) => standardCode(code) === undefined).map((code) => [code, false] as const)
  const declared = errorCodes.map(
    ({ code, retryable }) => [code, retryable ?? standardCode(code)?.retryable ?? false] as const,
  )
  return new Map([...own, ...declared])
}

function sensitivePaths({ sensitive = [] }: DeclaredToolContract, side: 'input' | 'output'): FieldPath[] {
  const texts = sensitive
    .filter((text) => text.startsWith(side))
    .map((text) => text.slice(side.length).replace(/^\./, ''))
  return texts.flatMap((text) => [parseFieldPath(text)].filter((path) => path !== undefined))
}

function nameOf(declaration: DeclaredToolContract): string {
  return typeof declaration?.toolName === 'string' ? JSON.stringify(declaration.toolName) : 'a tool without a name'
}
