export { StandardErrorCodes, type StandardErrorCode } from './codes.ts'
export { STAGES, type Blame, type Outcome, type Refusal, type Result, type Stage } from './outcome.ts'

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
export { DEFAULT_LIMITS, declare, type Contract, type Effects } from './contract/declare.ts'
export { effectSentence } from './contract/describe.ts'
export type { Issue } from './contract/issues.ts'
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
export type { JsonSchema, Parsed, Shape } from './contract/shape.ts'

export { createToolDependencyGraph, registerToolContract, type ToolDependencyGraph } from './graph/graph.ts'
export { planTools, type Binding, type NoPlan, type Plan, type PlanRequest, type PlanStep } from './graph/plan.ts'

export { call, check, type Checked } from './call/call.ts'
export type { CallContext, ToolContext } from './call/context.ts'
export type {
  ApprovalDecision,
  ApprovalRequest,
  Approver,
  CallPolicy,
  CallRequest,
  Produced,
  Registry,
  RetryRule,
  Runtime,
  World,
} from './call/ports.ts'
export type { SnapshotLimits } from './call/walk.ts'
export { ToolError } from './call/tool-error.ts'

export {
  createToolHost,
  type CallOptions,
  type Executor,
  type Invocation,
  type ToolHost,
  type ToolHostOptions,
} from './host/host.ts'
export type { GovernOptions } from './host/world.ts'
export { createRateLimiter, type Rate, type RateLimiter, type RateLimits } from './host/rate-limit.ts'
export { defineContract, defineTool, type DeepReadonly, type Handler, type Tool } from './host/tool.ts'

export { canonicalJson } from './journal/canonical.ts'
export { verifyJournal, type JournalExport, type Verification, type VerifyOptions } from './journal/chain.ts'
export type { Claim, Closing, Journal, OpenedStep, Opening, Replay, StepPage, StepQuery } from './journal/journal.ts'
export { createMemoryJournal, type MemoryJournal, type MemoryJournalOptions } from './journal/memory.ts'
export { sha256 } from './journal/sha256.ts'
export type { Enforced, ExecutionStep, Operation, Violation } from './journal/step.ts'
