/** Node's own SHA-256 where there is a Node, found without an import so that bundlers for other places see none. */
const native = nativeHash()

/** SHA-256 of the text's UTF-8 bytes, in hex. */
export const sha256: (text: string) => string = native ?? portableSha256

type Hash = (algorithm: string, text: string) => string

function nativeHash(): ((text: string) => string) | undefined {
  const runtime = globalThis as { process?: { getBuiltinModule?: (name: string) => { hash?: Hash } | undefined } }
  const hash = runtime.process?.getBuiltinModule?.('node:crypto')?.hash
  return hash && ((text) => hash('sha256', text))
}

const PRIMES = firstPrimes(64)
const ROUND = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)))
const START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))

/** FIPS 180-4, for runtimes without a native hash that answers at once. @internal */
export function portableSha256(text: string): string {
  return toHex(digest(new TextEncoder().encode(text)))
}

/** SHA-256 of bytes, in plain JavaScript. */
export function digest(bytes: Uint8Array): Uint8Array {
  const state = START.slice()
  const schedule = new Uint32Array(64)
  const blocks = pad(bytes)
  for (let offset = 0; offset < blocks.byteLength; offset += 64) compress(state, schedule, blocks, offset)
  const result = new DataView(new ArrayBuffer(32))
  for (const [index, word] of state.entries()) result.setUint32(index * 4, word)
  return new Uint8Array(result.buffer)
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function pad(bytes: Uint8Array): DataView {
  const length = (Math.floor((bytes.length + 8) / 64) + 1) * 64
  const padded = new Uint8Array(length)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(length - 4, bytes.length << 3)
  return view
}

function compress(state: Uint32Array, w: Uint32Array, blocks: DataView, offset: number): void {
  for (let i = 0; i < 16; i++) w[i] = blocks.getUint32(offset + i * 4)
  for (let i = 16; i < 64; i++) {
    const [x, y] = [at(w, i - 15), at(w, i - 2)]
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10)
    w[i] = at(w, i - 16) + s0 + at(w, i - 7) + s1
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(ROUND, i) + at(w, i)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0]
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = at(state, i) + word
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32)
}

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes
}
