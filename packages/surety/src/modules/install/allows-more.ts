import { allowsEndpoint, matchesGlob } from '@surety/tool-contracts/tools'
import type { Guarantees } from '../../author/contract-file.ts'

/** May more paths be changed than before, or can it not be told? */
export function allowsMoreWrites(was: readonly string[], is: readonly string[]): boolean {
  return !is.every((glob) => was.some((earlier) => earlier === glob || isWithin(glob, earlier)))
}

function isWithin(glob: string, earlier: string): boolean {
  const literal = glob.split(/[*?{]/, 1)[0] ?? ''
  if (literal === glob) return matchesGlob(earlier, glob)
  const folder = earlier.endsWith('/**') ? earlier.slice(0, -'**'.length) : undefined
  return folder !== undefined && !/[*?{]/.test(folder) && literal.startsWith(folder)
}

type Network = Guarantees['network']

/** May more endpoints be reached than before? What is not stated is not allowed, but a stated `none` is a promise that can go. */
export function allowsMoreNetwork(was: Network, is: Network): boolean {
  if (was === 'any') return false
  if (is === undefined) return was === 'none'
  if (is === 'none') return false
  if (is === 'any') return true
  const earlier = typeof was === 'object' ? was : []
  return !is.every((entry) => earlier.some((one) => one === entry || isOneOf(entry, one)))
}

/** Of an entry that stands for several endpoints it cannot be told. */
function isOneOf(entry: string, earlier: string): boolean {
  return !entry.includes('*') && /:\d+$/.test(entry) && allowsEndpoint(earlier, entry)
}
