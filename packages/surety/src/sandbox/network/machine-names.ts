import { lookup } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { Resolve } from '../cell.ts'

export type Named = readonly [name: string, address: string]

/** As this machine knows them. */
export const lookUp: Resolve = async (name) => {
  const found = await lookup(name, { all: true })
  return found.map(({ address }) => address)
}

export function isUnknown(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOTFOUND'
}

/** Names that a server knows without asking anybody: those of /etc/hosts, and `localhost` in any case. */
export function namesInFile(): readonly Named[] {
  const lines = hostsLines().map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/))
  const named = lines.flatMap(([address = '', ...names]) => names.map((name): Named => [name, address]))
  return [['localhost', '127.0.0.1'], ['localhost', '::1'], ...named.filter(([, address]) => isIP(address) !== 0)]
}

function hostsLines(): readonly string[] {
  try {
    return readFileSync('/etc/hosts', 'utf8').split('\n')
  } catch {
    return []
  }
}
