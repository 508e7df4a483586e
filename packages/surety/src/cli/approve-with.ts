import type { Approver } from '@surety/tool-contracts'
import type { Config, StoreConfig } from '../author/config/config.ts'

/** The options by which `surety approvals` finds the store from every folder; none where the address may hold a secret. */
export function whereStoreIs(store: StoreConfig, { file, store: configured }: Pick<Config, 'file' | 'store'>): string {
  if (file !== undefined && store === configured) return ` --config ${quoted(file)}`
  return store.url.startsWith('sqlite:') ? ` --store ${quoted(store.url)}` : ''
}

/** The same approver; the command that it names works wherever an operator types it. */
export function approveFromAnywhere(approver: Approver, where: string): Approver {
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
