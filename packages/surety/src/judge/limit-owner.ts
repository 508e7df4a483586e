import type { ContractPath, Limits, ToolEvidence } from './evidence.ts'

/** Who set a limit that a call was held to, and where in the contract it stands. */
export interface LimitOwner {
  /** As a message names it: the contract, or the key of `check` that sets or defaults it. */
  readonly whose: string
  readonly isPromised: boolean
  readonly place: { readonly at?: ContractPath }
}

const KEYS = {
  timeoutMs: {
    promised: 'maxExecutionMs',
    guarantee: 'max_execution_time',
    stated: 'timeoutMs',
    limit: 'timeout_ms',
    key: 'timeout_ms',
  },
  outputBytes: {
    promised: 'maxOutputBytes',
    guarantee: 'max_output_size',
    stated: 'maxOutputBytes',
    limit: 'max_output_bytes',
    key: 'max_output_size_kb',
  },
  memoryBytes: {
    promised: 'memoryBytes',
    guarantee: 'memory',
    stated: 'memoryMb',
    limit: 'memory_mb',
    key: 'memory_limit_mb',
  },
} as const

/** A guarantee comes before a limit of the contract, and that before `check`, which has defaults. */
export function limitOwner({ contract }: ToolEvidence, limit: keyof Limits): LimitOwner {
  const keys = KEYS[limit]
  if (contract?.promised[keys.promised] !== undefined)
    return { whose: 'the contract', isPromised: true, place: { at: ['guarantees', keys.guarantee] } }
  if (contract?.limits?.[keys.stated] !== undefined)
    return { whose: 'the contract', isPromised: true, place: { at: ['limits', keys.limit] } }
  return { whose: `\`check.${keys.key}\``, isPromised: false, place: {} }
}
