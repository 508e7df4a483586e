import type { Readable } from 'node:stream'
import { LineSplitter } from '../../connect/line-splitter.ts'
import { TOOLS_CHANGED } from '../changes.ts'
import { batchProblem } from '../protocol/batch.ts'
import type { Caller } from '../protocol/peer.ts'
import type { Service } from '../protocol/service.ts'
import { parseJson } from '../wire/parse-json.ts'
import { readMessage } from '../wire/read-message.ts'
import { RPC, type RpcError, failed, notificationText, responseText } from '../wire/rpc.ts'
import { type LineOutput, LineWriter } from './line-writer.ts'
import { StdioConnection } from './stdio-connection.ts'

const PARTING_MS = 1000

export interface StdioStreams {
  readonly input: Readable
  readonly output: LineOutput
}

/** Serves one client by lines of JSON until it is closed; `ended`: the input has ended, or the output is broken. */
export function serveStdio(
  service: Service,
  caller: Caller,
  { input, output }: StdioStreams,
  ended: () => void,
): () => Promise<void> {
  const { limits, log, workload, changes } = service
  const writer = new LineWriter(output, input, limits.writeTimeoutMs, ended)
  const client = new StdioConnection(service, caller, writer)
  const refuse = (error: RpcError): void => {
    log('refused', { code: error.code, reason: error.message, principal: caller.principal })
    writer.write(responseText(null, { ok: false, error }))
  }
  const answerTo = async (value: unknown): Promise<string | undefined> => {
    const read = readMessage(value)
    if (read.ok) return client.receive(read.message)
    log('refused', { code: read.error.code, reason: read.error.message, principal: caller.principal })
    return responseText(read.id, read)
  }
  const batch = async (values: readonly unknown[]): Promise<void> => {
    const problem = batchProblem(values, client.connection.version, limits.maxBatch)
    if (problem !== undefined) return refuse(problem.error)
    const texts = (await Promise.all(values.map(answerTo))).filter((text) => text !== undefined)
    if (texts.length > 0) writer.write(`[${texts.join(',')}]`)
  }
  const hear = async (bytes: Buffer): Promise<void> => {
    if (isBlank(bytes)) return
    const parsed = parseJson(bytes)
    if (!parsed.ok) return refuse(parsed.error)
    if (Array.isArray(parsed.value)) return batch(parsed.value)
    const text = await answerTo(parsed.value)
    if (text !== undefined) writer.write(text)
  }
  const lines = new LineSplitter({
    maxBytes: () => limits.maxBodyBytes,
    line: (bytes) => void hear(bytes),
    long: () => refuse(failed(RPC.invalidRequest, `A message has at most ${limits.maxBodyBytes} bytes.`).error),
  })
  const stopTelling = changes.subscribe(() => client.toolsChanged(notificationText(TOOLS_CHANGED, {})))

  const take = (chunk: Buffer): void => lines.push(chunk)
  const end = (): void => {
    lines.end()
    ended()
  }
  input.on('data', take)
  for (const sign of ENDS) input.on(sign, end)
  return async () => {
    workload.isClosing = true
    stopTelling()
    client.endSubscriptions()
    await workload.drain(writer.isBroken ? 0 : limits.drainMs, PARTING_MS)
    input.removeListener('data', take)
    for (const sign of ENDS) input.removeListener(sign, end)
    input.on('error', () => undefined)
    input.pause()
    // The last answers are on their way to the writer.
    await new Promise(setImmediate)
    await writer.flush()
  }
}

const ENDS = ['end', 'close', 'error'] as const

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09)
}
