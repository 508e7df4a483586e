import { digest, toHex } from './sha256.ts'

const BLOCK = 64
const encoder = new TextEncoder()

/** RFC 2104 over SHA-256, of UTF-8 texts, in hex: only whoever has the key can make it. */
export function hmacSha256(key: string, text: string): string {
  const keyBytes = encoder.encode(key)
  const padded = new Uint8Array(BLOCK)
  padded.set(keyBytes.length > BLOCK ? digest(keyBytes) : keyBytes)
  const inner = digest(join(masked(padded, 0x36), encoder.encode(text)))
  return toHex(digest(join(masked(padded, 0x5c), inner)))
}

function masked(key: Uint8Array, mask: number): Uint8Array {
  return key.map((byte) => byte ^ mask)
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}
