import type { Serving } from './options.ts'
import type { Service } from './protocol/service.ts'

/** What a transport gives once it listens. */
export interface Started {
  readonly url?: string
  /** For the log. */
  readonly about: Readonly<Record<string, unknown>>
  readonly close: () => Promise<void>
  /** Settles when the client has ended it. */
  readonly ended?: Promise<void>
}

/** A started server, which is closed once however often it is told to. */
export function serving({ url, close, ended }: Started, { changes, log }: Service): Serving {
  const told = new AbortController()
  const closeAll = async (): Promise<void> => {
    log('closing', {})
    changes.stop()
    await close()
    log('closed', {})
  }
  const closed = new Promise<void>((resolve) => told.signal.addEventListener('abort', () => resolve(closeAll())))
  const tell = (): Promise<void> => {
    told.abort()
    return closed
  }
  void ended?.then(tell)
  return { ...(url !== undefined && { url }), close: tell, closed }
}
