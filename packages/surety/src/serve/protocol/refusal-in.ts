import { META } from '@surety/tool-contracts/mcp'
import { isRecord } from '@surety/tool-contracts/tools'
import type { ServedResult } from '../served.ts'
import type { Fields } from '../wire/rpc.ts'

/** A refusal, and the step that records it, out of the result that carries it. */
export interface CarriedRefusal {
  readonly code: string
  readonly stage: string
  readonly blame: string
  readonly message: string
  readonly details: Fields
  readonly traceId: string | undefined
  readonly stepId: string | undefined
}

export function refusalIn({ isError, _meta }: ServedResult): CarriedRefusal | undefined {
  if (isError !== true || !isRecord(_meta)) return undefined
  const refusal = _meta[META.error]
  if (!isRecord(refusal)) return undefined
  const { code, stage, blame, message, details } = refusal
  return {
    code: String(code),
    stage: String(stage),
    blame: String(blame),
    message: String(message),
    details: isRecord(details) ? details : {},
    traceId: textIn(_meta[META.traceId]),
    stepId: textIn(_meta[META.stepId]),
  }
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
