import { isRecord } from '@surety/tool-contracts/tools'
import { TOOLS_CHANGED } from '../changes.ts'
import { type Answer, type Fields, type Request, RPC, failed, notificationText, responseText } from '../wire/rpc.ts'
import { stamped } from './complete.ts'
import type { Service } from './service.ts'

const SUBSCRIPTION_KEY = 'io.modelcontextprotocol/subscriptionId'

/** What a client of the modern era is told until it or the server ends it, as texts to be sent. */
export interface Subscription {
  /** Which of the wanted notifications will come. */
  readonly acknowledged: string
  readonly isEmpty: boolean
  readonly changed: string
  /** The answer to the request that opened it: the server ends it. */
  readonly ended: string
}

export function subscriptionTo(
  { id, params }: Request,
  service: Service,
): { readonly ok: true; readonly value: Subscription } | (Answer & { readonly ok: false }) {
  const { notifications } = params
  if (!isRecord(notifications))
    return failed(RPC.invalidParams, 'subscriptions/listen names the notifications it wants.')
  const isHonored = notifications['toolsListChanged'] === true && service.served.onChange !== undefined
  const _meta: Fields = { [SUBSCRIPTION_KEY]: id }
  const honored = isHonored ? { toolsListChanged: true } : {}
  return {
    ok: true,
    value: {
      acknowledged: notificationText('notifications/subscriptions/acknowledged', { notifications: honored, _meta }),
      isEmpty: !isHonored,
      changed: notificationText(TOOLS_CHANGED, { _meta }),
      ended: responseText(id, stamped('subscriptions/listen', { _meta }, service)),
    },
  }
}
