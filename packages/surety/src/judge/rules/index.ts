import type { Retest, Rule } from '../rule.ts'
import { contractInvalid } from './e001-contract-invalid.ts'
import { toolNotFound } from './e002-tool-not-found.ts'
import { circularDependency } from './e003-circular-dependency.ts'
import { executionFailed } from './e004-execution-failed.ts'
import { protocolError } from './e005-protocol-error.ts'
import { memoryLimitExceeded } from './e006-memory-limit-exceeded.ts'
import { outputViolatesSchema } from './e007-output-violates-schema.ts'
import { invalidInputAccepted } from './e008-invalid-input-accepted.ts'
import { undeclaredErrorCode } from './e009-undeclared-error-code.ts'
import { idempotencyBroken } from './e010-idempotency-broken.ts'
import { inputMutated } from './e011-input-mutated.ts'
import { sideEffectDetected } from './e012-side-effect-detected.ts'
import { nonDeterministicOutput } from './e013-non-deterministic-output.ts'
import { outputExplosion } from './e014-output-explosion.ts'
import { hiddenDependency } from './e015-hidden-dependency.ts'
import { unboundedExecution } from './e016-unbounded-execution.ts'
import { undeclaredEffect } from './e017-undeclared-effect.ts'
import { definitionChanged } from './e018-definition-changed.ts'
import { annotationContradicted } from './e019-annotation-contradicted.ts'
import { promiseBroken } from './e020-promise-broken.ts'
import { weakSchema } from './w021-weak-schema.ts'
import { highEntropyOutput } from './w022-high-entropy-output.ts'
import { unstableDefaults } from './w023-unstable-defaults.ts'
import { suspiciousDescription } from './w024-suspicious-description.ts'
import { secretInOutput } from './w025-secret-in-output.ts'
import { toolWithoutContract } from './w026-tool-without-contract.ts'
import { promiseNotChecked } from './w027-promise-not-checked.ts'
import { undocumentedEffect } from './w028-undocumented-effect.ts'
import { noiseOnStdout } from './w029-noise-on-stdout.ts'
import { errorWithoutIsError } from './w030-error-without-iserror.ts'
import { refusesWhatItsSchemaAllows } from './w031-refuses-what-its-schema-allows.ts'
import { stateOutsideTheProject } from './w032-state-outside-the-project.ts'

/** Every rule, by code. What others need to know of one stands on it. */
export const RULES: readonly Rule[] = [
  contractInvalid,
  toolNotFound,
  circularDependency,
  executionFailed,
  protocolError,
  memoryLimitExceeded,
  outputViolatesSchema,
  invalidInputAccepted,
  undeclaredErrorCode,
  idempotencyBroken,
  inputMutated,
  sideEffectDetected,
  nonDeterministicOutput,
  outputExplosion,
  hiddenDependency,
  unboundedExecution,
  undeclaredEffect,
  definitionChanged,
  annotationContradicted,
  promiseBroken,
  weakSchema,
  highEntropyOutput,
  unstableDefaults,
  suspiciousDescription,
  secretInOutput,
  toolWithoutContract,
  promiseNotChecked,
  undocumentedEffect,
  noiseOnStdout,
  errorWithoutIsError,
  refusesWhatItsSchemaAllows,
  stateOutsideTheProject,
]

export const RULE_CODES: readonly string[] = RULES.map(({ code }) => code)

const byCode = new Map(RULES.map((rule) => [rule.code, rule]))

export function ruleOf(code: string): Rule | undefined {
  return byCode.get(code)
}

export function retestOf(code: string): Retest {
  return ruleOf(code)?.retest ?? {}
}
