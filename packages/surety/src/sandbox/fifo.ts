import { execFile } from 'node:child_process'
import { closeSync, constants, openSync, unlinkSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { required } from './programs.ts'

const run = promisify(execFile)

/** Both ends of a named pipe whose name is gone: `outer` never blocks, `inner` is for the server and does. */
export interface Fifo {
  readonly outer: number
  readonly inner: number
}

export interface Fifos {
  readonly stdin: Fifo
  readonly stdout: Fifo
  readonly stderr: Fifo
  /** For whatever the set-up command prints. */
  readonly setup: Fifo
  /** For the tracer and the launching shell. */
  readonly log: Fifo
}

/** Real pipes, unlike Node's own, can be opened again through /dev/stdout and shared by two writers. */
export async function openFifos(folder: string): Promise<Fifos> {
  const path = (name: string) => join(folder, name)
  await run(required('mkfifo'), ['-m', '600', ...['in', 'out', 'err', 'setup', 'log'].map(path)])
  return {
    stdin: open(path('in'), 'in'),
    stdout: open(path('out'), 'out'),
    stderr: open(path('err'), 'out'),
    setup: open(path('setup'), 'out'),
    log: open(path('log'), 'out'),
  }
}

export function readFrom(fd: number): Socket {
  return new Socket({ fd, readable: true, writable: false })
}

export function writeTo(fd: number): Socket {
  return new Socket({ fd, readable: false, writable: true })
}

function open(path: string, direction: 'in' | 'out'): Fifo {
  const [mine, theirs] =
    direction === 'in' ? [constants.O_WRONLY, constants.O_RDONLY] : [constants.O_RDONLY, constants.O_WRONLY]
  const both = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  const outer = openSync(path, mine | constants.O_NONBLOCK)
  const inner = openSync(path, theirs)
  closeSync(both)
  unlinkSync(path)
  return { outer, inner }
}
