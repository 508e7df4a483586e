/** An entry of `network`, or the target of a connection, taken apart. */
export interface Endpoint {
  readonly host: string
  readonly port: string | undefined
}

/** Does an entry of `network` (`host:port`, `host`, `*.example.com:443`) allow a connection to the target, or looking it up? */
export function allowsEndpoint(entry: string, target: string): boolean {
  const allowed = endpointOf(entry)
  const wanted = endpointOf(target)
  const anyPort = allowed.port === undefined || allowed.port === '*' || wanted.port === undefined
  if (!anyPort && allowed.port !== wanted.port) return false
  if (allowed.host === '*') return true
  if (allowed.host.startsWith('*.')) return wanted.host.endsWith(allowed.host.slice(1))
  return allowed.host === wanted.host || (allowed.host === 'localhost' && isLoopback(wanted.host))
}

/** The addresses that `localhost` always stands for: no name server is asked for them, so only they are seen. */
export function isLoopback(host: string): boolean {
  return host === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(host)
}

/** `[::1]:443`, `example.com:443`, or a host alone: an address with several colons has no port outside brackets. */
export function endpointOf(text: string): Endpoint {
  const bracketed = /^\[(?<host>.*)\](?::(?<port>.*))?$/.exec(text)
  const plain = /^(?<host>[^:]*)(?::(?<port>[^:]*))?$/.exec(text)
  const { host = text, port } = (bracketed ?? plain)?.groups ?? {}
  return { host: host.toLowerCase().replace(/\.$/, ''), port }
}
