import { isRecord } from '@surety/tool-contracts/tools'
import type { Peer } from '../protocol/peer.ts'

/** Does the client show forms to a person? One that says `elicitation` and no more shows forms. */
export function canBeAsked({ era, ask, capabilities }: Peer): boolean {
  const { elicitation } = capabilities
  if (!isRecord(elicitation) || (era === 'legacy' && ask === undefined)) return false
  return isRecord(elicitation['form']) || elicitation['url'] === undefined
}
