import { isUtf8 } from 'node:buffer'

/** A byte that is no UTF-8 is kept in a text as half a surrogate pair, as Python does: no name of a file holds one. */
const LONE = /([\uDC80-\uDCFF])/u
const LONES = /[\uDC80-\uDCFF]/gu
const ESCAPE = 0xdc00

/** A name or path as text, whatever its bytes; `bytesOf` brings them back. */
export function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  if (!text.includes('\uFFFD')) return text
  let escaped = ''
  for (let at = 0; at < bytes.length;) {
    const size = [1, 2, 3, 4].find((length) => isUtf8(bytes.subarray(at, at + length)))
    escaped +=
      size === undefined ? String.fromCharCode(ESCAPE + bytes.readUInt8(at)) : bytes.toString('utf8', at, at + size)
    at += size ?? 1
  }
  return escaped
}

/** What to hand to the file system for a path. */
export function bytesOf(path: string): string | Buffer {
  if (!LONE.test(path)) return path
  const pieces = path.split(LONE)
  return Buffer.concat(
    pieces.map((piece) => (LONE.test(piece) ? Buffer.from([escapedByte(piece)]) : Buffer.from(piece))),
  )
}

/** As it can be printed: `caf\xe9`. */
export function shown(path: string): string {
  return path.replaceAll(LONES, (half) => `\\x${escapedByte(half).toString(16)}`)
}

function escapedByte(half: string): number {
  return half.charCodeAt(0) - ESCAPE
}
