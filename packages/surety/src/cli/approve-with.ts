import type { Approver } from '@surety/tool-contracts'
import type { Config, StoreConfig } from '../author/config/config.ts'

/** The approver of a store for a server that agents call: whom it sends to an operator finds one who can say yes. */
export function operatorsApprover(
  approver: Approver,
  store: StoreConfig,
  config: Pick<Config, 'file' | 'store'>,
): Approver {
  return store.url === 'memory:'
    ? withoutOperator(approver)
    : approveFromAnywhere(approver, whereStoreIs(store, config))
}

const NO_OPERATOR =
  'this server keeps no record (memory:), so no operator can give it; start it with a store, such as `store: sqlite:.surety/surety.db` in surety.yaml, or use a client that asks its user where the tool allows that'

function withoutOperator(approver: Approver): Approver {
  return async (request) => {
    const answer = await approver(request)
    if (typeof answer !== 'object' || answer.decision !== 'pending') return answer
    const { approveWith: _, ...pending } = answer
    return { ...pending, reason: NO_OPERATOR }
  }
}

/** The options by which `surety approvals` finds the store from every folder; none where the address may hold a secret. */
function whereStoreIs(store: StoreConfig, { file, store: configured }: Pick<Config, 'file' | 'store'>): string {
  if (file !== undefined && store === configured) return ` --config ${quoted(file)}`
  return store.url.startsWith('sqlite:') ? ` --store ${quoted(store.url)}` : ''
}

/** The same approver; the command that it names works wherever an operator types it. */
function approveFromAnywhere(approver: Approver, where: string): Approver {
  return async (request) => {
    const answer = await approver(request)
    if (typeof answer !== 'object' || answer.decision !== 'pending' || answer.approveWith === undefined) return answer
    return { ...answer, approveWith: `${answer.approveWith}${where}` }
  }
}

/** For a shell. */
function quoted(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
