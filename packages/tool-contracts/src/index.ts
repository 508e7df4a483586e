export { StandardErrorCodes, type StandardErrorCode, type ToolRaisedCode } from './codes.ts'
export { STAGES, type Blame, type Outcome, type Result, type Stage } from './outcome.ts'
export { hasCode, type DetailsOf, type Refusal, type RefusalOf } from './refusal.ts'

export { CAPABILITIES, type CapabilityTag } from './contract/capabilities.ts'
export {
  ContractError,
  type ApprovalContext,
  type ApprovalRule,
  type DeclaredErrorCode,
  type DeclaredToolContract,
  type ResourceLimits,
  type ToolExample,
} from './contract/contract.ts'
export { DEFAULT_LIMITS } from './contract/declare.ts'
export type { DeepReadonly } from './contract/inferred.ts'
export {
  createPostcondition,
  createPrecondition,
  evaluatePostconditions,
  evaluatePreconditions,
  type Evaluation,
  type PostconditionPredicate,
  type PreconditionPredicate,
  type PredicateError,
} from './contract/predicates.ts'
export { createRolePolicy, type RolePolicy } from './contract/role-policy.ts'
export {
  SEMANTIC_TYPES,
  matchesSemanticType,
  type SemanticCheckOptions,
  type SemanticType,
} from './contract/semantic-types.ts'

export { createToolDependencyGraph, registerToolContract, type ToolDependencyGraph } from './graph/graph.ts'
export { planTools, type Binding, type NoPlan, type Plan, type PlanRequest, type PlanStep } from './plan/plan.ts'

export type { Checked } from './call/check.ts'
export type { ToolContext } from './call/context.ts'
export type {
  ApprovalDecision,
  ApprovalRequest,
  Approver,
  CallerSignal,
  ProgressListener,
  RetryRule,
} from './call/ports.ts'
export { ToolError } from './call/tool-error.ts'

export {
  createToolHost,
  type CallOptions,
  type Executor,
  type Invocation,
  type ToolHost,
  type ToolHostOptions,
} from './host/host.ts'
export { createRateLimiter, type Rate, type RateLimiter, type RateLimits } from './host/rate-limit.ts'
export { defineContract, defineTool, type Handler, type Tool } from './host/tool.ts'
export type { ToolNames } from './host/typed-calls.ts'
export type { GovernOptions } from './host/world.ts'

export { verifyJournal, type JournalExport, type Verification, type VerifyOptions } from './journal/chain.ts'
export type { Enforced, ExecutionStep, Operation, Violation } from './journal/execution-step.ts'
export type { Journal, StepPage, StepQuery, WithheldOutputs } from './journal/journal.ts'
export { createMemoryJournal, type MemoryJournal, type MemoryJournalOptions } from './journal/memory.ts'
