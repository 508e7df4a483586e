import { ByteBuffer } from './byte-buffer.ts'

/** The whole body; only how far it was read when it is longer than allowed. */
export async function readBody(
  response: Response,
  maxBytes: number,
): Promise<{ readonly ok: true; readonly body: Buffer } | { readonly ok: false; readonly bytes: number }> {
  const bytes = new ByteBuffer()
  for await (const chunk of chunksOf(response)) {
    if (bytes.length + chunk.length > maxBytes) return { ok: false, bytes: bytes.length + chunk.length }
    bytes.append(chunk)
  }
  return { ok: true, body: bytes.view() }
}

export async function* chunksOf(response: Response): AsyncGenerator<Buffer> {
  if (response.body === null) return
  for await (const chunk of response.body) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}
