import type { Transport } from '../options.ts'
import type { Caller } from '../protocol/peer.ts'
import type { Service } from '../protocol/service.ts'
import type { Started } from '../serving.ts'
import { ownStdout } from './own-stdout.ts'
import { type StdioStreams, serveStdio } from './serve-stdio.ts'

type Streams = Extract<Transport, { stdio: unknown }>['stdio']

/** Takes standard input and output, or the streams in their place, for one client. */
export function startStdio(service: Service, caller: Caller, streams: Streams): Started {
  if (streams !== true) {
    const { input, output } = streams
    return start(service, caller, { input, output: { stream: output, write: (text) => output.write(text) } })
  }
  const { output, release } = ownStdout()
  const { close, ...started } = start(service, caller, { input: process.stdin, output })
  return { ...started, close: () => close().finally(release) }
}

function start(service: Service, caller: Caller, streams: StdioStreams): Started {
  const over = new AbortController()
  const ended = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()))
  return { about: { transport: 'stdio' }, ended, close: serveStdio(service, caller, streams, () => over.abort()) }
}
