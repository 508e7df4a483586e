import { readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'

const STATE_LISTEN = '0A'
const ANYWHERE_4 = '0'.repeat(8)
const ANYWHERE_6 = '0'.repeat(32)
const LOOPBACK_6 = `${'0'.repeat(24)}01000000`
const IPV4_IN_6 = `${'0'.repeat(16)}FFFF0000`

/** Does anybody on this machine listen at a loopback address? Told by the kernel's list, so that nobody is called. */
export function isListening(address: string, port: number): boolean {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const places = new Set(placesOf(address).map((place) => place + suffix))
  return ['/proc/self/net/tcp', '/proc/self/net/tcp6'].some((file) =>
    linesOf(file).some((line) => {
      const [, local = '', , state] = line.trim().split(/\s+/)
      return state === STATE_LISTEN && places.has(local)
    }),
  )
}

/** The addresses, as the kernel writes them, that a listener for this one may have. */
function placesOf(address: string): readonly string[] {
  if (!isIPv4(address)) return [LOOPBACK_6, ANYWHERE_6]
  const own = Buffer.from(address.split('.').map(Number).toReversed()).toString('hex').toUpperCase()
  return [own, ANYWHERE_4, IPV4_IN_6 + own, ANYWHERE_6]
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}
