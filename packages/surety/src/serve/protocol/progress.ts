import type { ServedCall } from '../served.ts'
import { isId } from '../wire/read-message.ts'
import type { Peer } from './peer.ts'

/** Tells a client that gave a token how far its request has come; what does not increase is no progress. */
export function progressListener(progressToken: unknown, { notify }: Peer): ServedCall['onProgress'] {
  if (!isId(progressToken)) return undefined
  let before = -Infinity
  return (progress, total) => {
    if (!(Number.isFinite(progress) && progress > before)) return
    before = progress
    notify('notifications/progress', { progressToken, progress, ...(Number.isFinite(total) && { total }) })
  }
}
