import { quotedBytes, quotedText } from './strace-line.ts'

export type Address =
  | { readonly family: 'ip'; readonly ip: string; readonly port: number }
  | { readonly family: 'unix'; readonly path: string }

/** The socket address in an argument; undefined for families that lead nowhere: netlink, unspecified, unnamed. */
export function addressIn(argument: string): Address | undefined {
  const port = Number(/sin6?_port=htons\((\d+)\)/.exec(argument)?.[1])
  if (argument.includes('sa_family=AF_INET') && Number.isInteger(port)) {
    const ip = quotedText(argument.slice(argument.search(/inet_(?:addr|pton)\(/)))
    return ip === undefined ? undefined : { family: 'ip', ip: ip.replace(/^::ffff:(?=\d+\.)/, ''), port }
  }
  if (!argument.includes('sun_path=')) return undefined
  const path = quotedText(argument)
  if (path === undefined || path === '') return undefined
  return { family: 'unix', path: argument.includes('sun_path=@') ? `@${path}` : path }
}

/** Ways to the network that `connect` and `send` name by address; NETLINK_ROUTE is how the C library lists addresses. */
const ORDINARY = /^IPPROTO_(?:IP|TCP|UDP|MPTCP)$/

/** What a socket call asks for, where its family or kind is one that ordinary servers need not: `packet socket`. */
export function oddSocket([family = '', type = '', protocol = '']: readonly string[]): string | undefined {
  if (family === 'AF_UNIX' || family === 'AF_LOCAL' || family === 'AF_UNSPEC') return undefined
  if (family === 'AF_NETLINK') {
    const name = /^NETLINK_(\w+)/.exec(protocol)?.[1] ?? protocol
    return name === 'ROUTE' ? undefined : `netlink:${name}`
  }
  if (family !== 'AF_INET' && family !== 'AF_INET6') return `${family.replace(/^AF_/, '').toLowerCase()} socket`
  if (type.includes('SOCK_RAW')) return 'raw socket'
  if (/SOCK_(?:STREAM|DGRAM)/.test(type) && ORDINARY.test(protocol)) return undefined
  return `${protocol.replace(/^IPPROTO_/, '').toLowerCase()} socket`
}

/** The request to change addresses, links or routes that a message holds, if it does: `netlink:RTM_NEWLINK`. */
export function routeChange(args: readonly string[]): string | undefined {
  const request = /\bnlmsg_type=(RTM_(?!GET)\w+)/.exec(args.join(' '))?.[1]
  return request === undefined ? undefined : `netlink:${request}`
}

/** Does a message carry a file that no folder shows, such as a memfd, to whoever receives it? */
export function sendsNamelessFile(args: readonly string[]): boolean {
  return /cmsg_type=SCM_RIGHTS, cmsg_data=\[[^\]]*\(deleted\)/.test(args.join(' '))
}

/** The messages a send call carries, each as Latin-1 bytes. */
export function payloads(args: readonly string[]): readonly string[] {
  const [, payload = ''] = args
  if (payload.startsWith('"')) return [quotedBytes(payload) ?? '']
  return [...payload.matchAll(/iov_base=("[^"]*")/g)].map(([, quoted = '']) => quotedBytes(quoted) ?? '')
}

/** The name a DNS query asks for; undefined for bytes that are no query. */
export function queriedName(bytes: string): string | undefined {
  const isQuery = bytes.length > 16 && (bytes.charCodeAt(2) & 0x80) === 0 && bytes.slice(4, 6) === '\0\u0001'
  return isQuery ? nameAt(bytes, 12)?.name : undefined
}

/** The name that systemd's resolver is asked for; unlike a name server, it is asked for the machine's own too. */
export function resolvedName(bytes: string): string | undefined {
  const name = /io\.systemd\.Resolve\.ResolveHostname.*"name"\s*:\s*"([^"\\]+)"/s.exec(bytes)?.[1]
  return name === 'localhost' ? undefined : name
}

/** The addresses a DNS answer gives its name. */
export function answeredAddresses(
  bytes: string,
): { readonly name: string; readonly ips: readonly string[] } | undefined {
  if (bytes.length <= 16 || (bytes.charCodeAt(2) & 0x80) === 0) return undefined
  const question = nameAt(bytes, 12)
  if (question === undefined) return undefined
  const ips: string[] = []
  let offset = question.end + 4
  for (let left = word(bytes, 6); left > 0 && offset < bytes.length; left -= 1) {
    const owner = nameAt(bytes, offset)
    if (owner === undefined) break
    const [type, length] = [word(bytes, owner.end), word(bytes, owner.end + 8)]
    const data = bytes.slice(owner.end + 10, owner.end + 10 + length)
    if (type === 1 && data.length === 4) ips.push(Array.from(data, (byte) => byte.charCodeAt(0)).join('.'))
    if (type === 28 && data.length === 16) ips.push(ipv6(data))
    offset = owner.end + 10 + length
  }
  return { name: question.name, ips }
}

function nameAt(bytes: string, start: number): { readonly name: string; readonly end: number } | undefined {
  const labels: string[] = []
  let offset = start
  while (offset < bytes.length && labels.length < 64) {
    const length = bytes.charCodeAt(offset)
    if (length === 0) return { name: labels.join('.'), end: offset + 1 }
    // A pointer to an earlier name ends this one; whose it is does not matter here.
    if (length >= 0xc0) return { name: labels.join('.'), end: offset + 2 }
    const label = bytes.slice(offset + 1, offset + 1 + length)
    if (!/^[\w-]+$/.test(label)) return undefined
    labels.push(label)
    offset += length + 1
  }
  return undefined
}

function word(bytes: string, offset: number): number {
  return bytes.charCodeAt(offset) * 256 + bytes.charCodeAt(offset + 1) || 0
}

/** As strace prints it: the shortest form. */
function ipv6(data: string): string {
  const groups = Array.from({ length: 8 }, (_, index) => word(data, index * 2).toString(16))
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}
