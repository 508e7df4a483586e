import { canonicalJson } from './canonical.ts'
import { hmacSha256 } from './hmac.ts'
import { sha256 } from './sha256.ts'

const MIN_KEY = 32

/** A hash of the data that only whoever has the key can make: equal data gives equal hashes, and nobody else can try guesses. */
export function keyedHash(key: unknown, data: unknown): string {
  // Of the text's digest: the data may be large, and only the plain hash is native.
  if (typeof key === 'string' && key.length >= MIN_KEY) return hmacSha256(key, sha256(textOf(data)))
  throw new TypeError(`the journal's hashKey must give a text of at least ${MIN_KEY} characters.`)
}

/** Text that is no Unicode has no canonical form, but one of its own. */
function textOf(data: unknown): string {
  try {
    return canonicalJson(data)
  } catch {
    return JSON.stringify(data)
  }
}
