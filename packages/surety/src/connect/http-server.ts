import { isRecord } from '@surety/tool-contracts/tools'

/** A server that is reached by its address. */
export interface HttpServer {
  readonly url: string
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch?: typeof fetch
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

export type Fetched =
  | { readonly ok: true; readonly response: Response }
  | { readonly ok: false; readonly reason: string }

const MAX_REDIRECTS = 5

/** One request; redirects are followed within the server's own origin, as headers may hold secrets. */
export async function fetchFrom(server: HttpServer, url: string, request: HttpRequest): Promise<Fetched> {
  const ask = server.fetch ?? fetch
  const init = { ...request, headers: { ...server.headers, ...request.headers }, redirect: 'manual' } as const
  let target = url
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await ask(target, init)
      const location = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || location === null) return { ok: true, response }
      await response.body?.cancel()
      const next = new URL(location, target)
      if (next.origin !== new URL(target).origin) return { ok: false, reason: strayed(target, next) }
      target = next.href
    }
    return { ok: false, reason: `${shown(url)} redirects more than ${MAX_REDIRECTS} times.` }
  } catch (error) {
    return { ok: false, reason: unreachable(url, error) }
  }
}

/** Without its query, which may hold secrets. */
export function shown(url: string): string {
  if (!URL.canParse(url)) return JSON.stringify(url)
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/** What went wrong on the way to the server or back. */
export function unreachable(url: string, error: unknown): string {
  if (!URL.canParse(url)) return `${shown(url)} is not a URL. Write one such as http://127.0.0.1:3000/mcp.`
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error
  const code = isRecord(cause) && typeof cause['code'] === 'string' ? cause['code'] : undefined
  if (code === 'ECONNREFUSED') return `${shown(url)} refuses connections (${code}). Is the server running?`
  const detail = code ?? (cause instanceof Error ? cause.message : String(cause))
  return `The connection to ${shown(url)} failed (${detail}).`
}

function strayed(from: string, to: URL): string {
  return `${shown(from)} redirects to another origin, ${to.origin}. Use that address if it is the right one.`
}
