import { readFile } from 'node:fs/promises'
import { isIPv4 } from 'node:net'

const FILES = ['/proc/self/net/tcp', '/proc/self/net/tcp6']
const STATE_LISTEN = '0A'
const ANYWHERE_4 = '0'.repeat(8)
const ANYWHERE_6 = '0'.repeat(32)
const LOOPBACK_6 = `${'0'.repeat(24)}01000000`
const IPV4_IN_6 = `${'0'.repeat(16)}FFFF0000`

let reading: Promise<ReadonlySet<string>> | undefined

/** Does anybody on this machine listen at a loopback address? Told by the kernel's list, so that nobody is called. */
export async function isListening(address: string, port: number): Promise<boolean> {
  // The kernel takes its time for it: who asks meanwhile is told the same.
  reading ??= listening().finally(() => (reading = undefined))
  const places = await reading
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return placesOf(address).some((place) => places.has(place + suffix))
}

async function listening(): Promise<ReadonlySet<string>> {
  const texts = await Promise.all(FILES.map((file) => readFile(file, 'utf8').catch(() => '')))
  const lines = texts.flatMap((text) => text.split('\n')).map((line) => line.trim().split(/\s+/))
  return new Set(lines.flatMap(([, local = '', , state]) => (state === STATE_LISTEN ? local : [])))
}

/** The addresses, as the kernel writes them, that a listener for this one may have. */
function placesOf(address: string): readonly string[] {
  if (!isIPv4(address)) return [LOOPBACK_6, ANYWHERE_6]
  const own = Buffer.from(address.split('.').map(Number).toReversed()).toString('hex').toUpperCase()
  return [own, ANYWHERE_4, IPV4_IN_6 + own, ANYWHERE_6]
}
