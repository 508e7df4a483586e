import type { ContractPath, Limits, ToolEvidence } from './evidence.ts'

/** Who set a limit that a call was held to, and where in the contract it stands. */
export interface LimitOwner {
  /** As a message names it: the contract, the key of `check` that sets it, or the default: nobody may have written a configuration. */
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
    usual: 30_000,
    usually: 'the default limit of 30 seconds',
  },
  outputBytes: {
    promised: 'maxOutputBytes',
    guarantee: 'max_output_size',
    stated: 'maxOutputBytes',
    limit: 'max_output_bytes',
    key: 'max_output_size_kb',
    usual: 50 * 1024,
    usually: 'the default limit of 50 kb',
  },
  memoryBytes: {
    promised: 'memoryBytes',
    guarantee: 'memory',
    stated: 'memoryMb',
    limit: 'memory_mb',
    key: 'memory_limit_mb',
    usual: 512 * 1024 * 1024,
    usually: 'the default limit of 512 mb',
  },
} as const

/** A guarantee comes before a limit of the contract, and that before `check`, which has defaults. */
export function limitOwner({ contract, limits }: ToolEvidence, limit: keyof Limits): LimitOwner {
  const keys = KEYS[limit]
  if (contract?.promised[keys.promised] !== undefined)
    return { whose: 'the contract', isPromised: true, place: { at: ['guarantees', keys.guarantee] } }
  if (contract?.limits?.[keys.stated] !== undefined)
    return { whose: 'the contract', isPromised: true, place: { at: ['limits', keys.limit] } }
  const isDefault = limits[limit] === keys.usual
  return { whose: isDefault ? keys.usually : `\`check.${keys.key}\``, isPromised: false, place: {} }
}
