import type { ContractPath, Limits, ToolEvidence } from './evidence.ts'

/** Who set a limit that a call was held to, and where in the contract it stands. */
export interface LimitOwner {
  readonly whose: 'the contract' | 'the configuration'
  readonly place: { readonly at?: ContractPath }
}

const KEYS = {
  timeoutMs: { promised: 'maxExecutionMs', guarantee: 'max_execution_time', stated: 'timeoutMs', limit: 'timeout_ms' },
  outputBytes: {
    promised: 'maxOutputBytes',
    guarantee: 'max_output_size',
    stated: 'maxOutputBytes',
    limit: 'max_output_bytes',
  },
  memoryBytes: { promised: 'memoryBytes', guarantee: 'memory', stated: 'memoryMb', limit: 'memory_mb' },
} as const

/** A guarantee comes before a limit of the contract, and that before the configuration. */
export function limitOwner({ contract }: ToolEvidence, limit: keyof Limits): LimitOwner {
  const keys = KEYS[limit]
  if (contract?.promised[keys.promised] !== undefined)
    return { whose: 'the contract', place: { at: ['guarantees', keys.guarantee] } }
  if (contract?.limits?.[keys.stated] !== undefined)
    return { whose: 'the contract', place: { at: ['limits', keys.limit] } }
  return { whose: 'the configuration', place: {} }
}
