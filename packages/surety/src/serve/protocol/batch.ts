import { type Answer, RPC, failed } from '../wire/rpc.ts'

/** The only revision whose clients may send several messages at once. */
const BATCH_VERSION = '2025-03-26'

/** Why these messages are no batch that may be sent here. */
export function batchProblem(
  values: readonly unknown[],
  version: string,
  maxBatch: number,
): (Answer & { readonly ok: false }) | undefined {
  if (version !== BATCH_VERSION) return failed(RPC.invalidRequest, `Protocol version ${version} has no batches.`)
  if (values.length === 0) return failed(RPC.invalidRequest, 'The batch is empty.')
  return values.length > maxBatch ? failed(RPC.invalidRequest, `A batch has at most ${maxBatch} messages.`) : undefined
}
