import type { IncomingMessage } from 'node:http'

export type Body =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'too large' }
  /** The client went away before it had sent everything. */
  | { readonly kind: 'gone' }

/** How long the rest of a body that is not wanted may take before the connection is cut. */
const LINGER_MS = 1000

/** The body of a request; no more of it is kept than it may have. */
export function readBody(req: IncomingMessage, maxBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    if (Number(req.headers['content-length']) > maxBytes) return giveUp()
    let first: Buffer | undefined
    let rest: Buffer[] | undefined
    let length = 0
    req.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > maxBytes) return giveUp()
      if (first === undefined) first = chunk
      else (rest ??= [first]).push(chunk)
    })
    req.on('end', () => resolve({ kind: 'whole', bytes: rest === undefined ? (first ?? EMPTY) : Buffer.concat(rest) }))
    req.on('close', () => resolve({ kind: 'gone' }))

    function giveUp(): void {
      req.removeAllListeners('data')
      resolve({ kind: 'too large' })
      // A connection cut at once would take the answer with it: the rest is thrown away, for a moment.
      const timer = setTimeout(() => req.socket.destroy(), LINGER_MS)
      req.on('close', () => clearTimeout(timer))
      req.resume()
    }
  })
}

const EMPTY = Buffer.alloc(0)
