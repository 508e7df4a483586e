import type { CapabilityTag } from '../contract/capabilities.ts'
import { suggestion } from '../contract/nearest.ts'
import type { RolePolicy } from '../contract/role-policy.ts'
import { SEMANTIC_TYPES, type SemanticType, isSemanticType } from '../contract/semantic-types.ts'
import type { ReadonlyToolGraph } from '../graph/graph.ts'
import { bindInputs } from './bind-inputs.ts'
import { callableTools } from './callable-tools.ts'
import { explainFailure } from './explain-failure.ts'
import { fewestCalls } from './fewest-calls.ts'
import { givenOf } from './given.ts'
import { type Question, type Want, problemOf } from './problem.ts'

export interface PlanRequest {
  /** The semantic types at hand, or named values with their types; `unknown` is matched by name alone. */
  readonly have: readonly SemanticType[] | Readonly<Record<string, SemanticType>>
  /** A semantic type to obtain, or a tool to call. */
  readonly want: string | { readonly type: SemanticType } | { readonly tool: string }
  readonly role?: string | undefined
  /** Needed with a role; alone it decides what someone without a role may call. */
  readonly policy?: RolePolicy | undefined
  /** `enforce` (default): dependencies are called first; `ignore`: they only must be registered and allowed. */
  readonly dependencyOrder?: 'enforce' | 'ignore' | undefined
}

/** Where an input comes from: a value at hand, or an output field of an earlier step. */
export type Binding =
  | { readonly from: 'given'; readonly name: string }
  | { readonly from: 'step'; readonly step: number; readonly tool: string; readonly field: string }

export interface PlanStep {
  readonly tool: string
  /** Input field path to its source; every required field is here. */
  readonly inputs: Readonly<Record<string, Binding>>
}

export interface Plan {
  readonly ok: true
  readonly steps: readonly PlanStep[]
  /** Whether it is proven that no plan has fewer calls. */
  readonly shortest: boolean
}

export interface NoPlan {
  readonly ok: false
  readonly message: string
  /** Required inputs that nobody provides. */
  readonly missing: readonly { readonly tool: string; readonly field: string; readonly type: SemanticType }[]
  /** What the role lacks on the shortest way that would be open without it. */
  readonly denied: readonly { readonly tool: string; readonly capabilities: readonly CapabilityTag[] }[]
}

/** The fewest calls that lead from what the caller has to what it wants, or why there are none. */
export function planTools(graph: ReadonlyToolGraph, request: PlanRequest): Plan | NoPlan {
  const { role, policy, dependencyOrder } = request
  if (role !== undefined && policy === undefined)
    throw new TypeError(`The role '${role}' means nothing without a policy.`)
  const given = givenOf(request.have)
  const want = wantOf(request.want)
  if ('type' in want && !isWantable(want.type))
    return { ok: false, message: unknownType(want.type), missing: [], denied: [] }
  if ('type' in want && given.byType.has(want.type)) return { ok: true, steps: [], shortest: true }
  const question: Question = { graph, given, want, dependenciesFirst: dependencyOrder !== 'ignore' }
  const missingCapabilities = policy && capabilityCheck(graph, role, policy)
  return findPlan(question, missingCapabilities) ?? explainFailure(question, { role, missingCapabilities }, findPlan)
}

/** The capabilities that the role lacks to call a tool. */
export type MissingCapabilities = (tool: string) => readonly CapabilityTag[]

function capabilityCheck(
  { tools }: ReadonlyToolGraph,
  role: string | undefined,
  policy: RolePolicy,
): MissingCapabilities {
  return (tool) => {
    const contract = tools.get(tool)
    return contract === undefined ? [] : policy.missing(role, contract)
  }
}

function findPlan(question: Question, missingCapabilities?: MissingCapabilities): Plan | undefined {
  const mayCall = (tool: string): boolean => missingCapabilities === undefined || missingCapabilities(tool).length === 0
  const found = fewestCalls(problemOf(question, callableTools(question.graph, mayCall)))
  return found && { ok: true, steps: bindInputs(question.given, found.calls), shortest: found.shortest }
}

function wantOf(want: PlanRequest['want']): Want {
  if (typeof want !== 'string') return want
  return isSemanticType(want) ? { type: want } : { tool: want }
}

function isWantable(type: string): boolean {
  return isSemanticType(type) && type !== 'unknown'
}

function unknownType(type: string): string {
  const types = Object.keys(SEMANTIC_TYPES).filter(isWantable)
  return `'${type}' is no type that a plan can lead to.${suggestion(type, types)} Ask for one of ${types.join(', ')}, or for a tool.`
}
