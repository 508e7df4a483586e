import type { StandardErrorCode } from './codes.ts'
import type { CapabilityTag } from './contract/capabilities.ts'
import type { PredicateError } from './contract/predicates.ts'
import type { Blame, Stage } from './outcome.ts'

/** An expected failure, as a value: what an agent needs to decide what to do next. */
export interface RefusalOf<Code extends string, Details = OpenDetails> {
  readonly code: Code
  readonly stage: Stage
  readonly blame: Blame
  readonly message: string
  readonly details: Details & OpenDetails
  readonly retryable: boolean
}

/** A refusal with a standard code, whose details are known, or with one that a contract declares. */
export type Refusal<Declared extends string = string> =
  | { [Code in StandardErrorCode]: RefusalOf<Code, DetailsOf<Code>> }[StandardErrorCode]
  | RefusalOf<Declared>

/**
 * What the details of a refusal with this code hold, where the host refused. Tools and conditions may use most standard codes
 * too, with details of their own or none.
 */
export type DetailsOf<Code extends string> = Code extends keyof KnownDetails ? KnownDetails[Code] : unknown

type OpenDetails = Readonly<Record<string, unknown>>

interface KnownDetails {
  readonly INVALID_INPUT: InvalidDetails
  readonly INVALID_OUTPUT: InvalidDetails
  readonly PERMISSION_DENIED: { readonly missing?: readonly CapabilityTag[]; readonly role?: string | null }
  readonly RATE_LIMITED: { readonly retryAfterMs?: number }
  readonly CONFLICT: { readonly retryAfterMs?: number }
  readonly TIMEOUT: { readonly timeoutMs?: number }
  readonly OUTPUT_TOO_LARGE: { readonly bytes?: number | null; readonly limit?: number; readonly uri?: string }
  readonly APPROVAL_REQUIRED: {
    readonly approvalId?: string
    readonly expiresAt?: string
    readonly approveWith?: string
  }
  readonly APPROVAL_DENIED: { readonly reason?: string | null }
  readonly DEPENDENCY_NOT_MET: { readonly missing?: readonly string[] }
  readonly UPSTREAM_DRIFT: { readonly changed?: readonly string[] }
}

interface InvalidDetails {
  /** Of the first field that does not conform: its JSON pointer, what it must be, and what it was. */
  readonly field?: string
  readonly expected?: string
  readonly received?: string
  readonly errors?: readonly InvalidField[] | readonly PredicateError[]
}

interface InvalidField {
  readonly field: string
  readonly expected: string
  readonly received: string
}

/** Does the refusal have this code? Then its details are known; a plain comparison leaves them open to declared codes. */
export function hasCode<Code extends StandardErrorCode>(
  refusal: Refusal,
  code: Code,
): refusal is RefusalOf<Code, DetailsOf<Code>> {
  return refusal.code === code
}
