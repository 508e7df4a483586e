import { execFile } from 'node:child_process'
import { closeSync, constants, openSync, unlinkSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { OWN_ENVIRONMENT, required } from './programs.ts'

const run = promisify(execFile)

/** Both ends of a named pipe whose name is gone: `outer` never blocks, `inner` is for the server and does. */
interface Fifo {
  readonly outer: number
  readonly inner: number
}

/** One to which this process writes too, without waiting. */
export interface SharedFifo extends Fifo {
  readonly writer: number
}

export interface Fifos {
  readonly stdin: Fifo
  readonly stdout: Fifo
  readonly stderr: Fifo
  /** For whatever the set-up command prints. */
  readonly setup: Fifo
  /** For the tracer and the launching shell. */
  readonly log: SharedFifo
}

const NAMES = ['in', 'out', 'err', 'setup', 'log']
/** How the path of the tracer's pipe ends, as the tracer itself shows it. */
export const LOG_PATH = '/log.pipe (deleted)'
const MAKE = 'umask 077 && exec "$0" "$@"'

/** Real pipes, unlike Node's own, can be opened again through /dev/stdout and shared by two writers. */
export async function openFifos(folder: string): Promise<Fifos> {
  const paths = NAMES.map((name) => join(folder, `${name}.pipe`))
  // Some need /proc to give a mode to what they have made.
  await run('/bin/sh', ['-c', MAKE, required('mkfifo'), ...paths], { env: OWN_ENVIRONMENT })
  return openAll(paths)
}

function openAll([stdin = '', stdout = '', stderr = '', setup = '', log = '']: readonly string[]): Fifos {
  const opened: number[] = []
  const open = (path: string, direction: 'in' | 'out'): Fifo => {
    const fifo = openFifo(path, direction)
    opened.push(fifo.outer, fifo.inner)
    unlinkSync(path)
    return fifo
  }
  const openShared = (path: string): SharedFifo => {
    const { outer, inner } = openFifo(path, 'out')
    opened.push(outer, inner)
    const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
    opened.push(writer)
    unlinkSync(path)
    return { outer, inner, writer }
  }
  try {
    return {
      stdin: open(stdin, 'in'),
      stdout: open(stdout, 'out'),
      stderr: open(stderr, 'out'),
      setup: open(setup, 'out'),
      log: openShared(log),
    }
  } catch (error) {
    for (const fd of opened) closeSync(fd)
    throw error
  }
}

export function readFrom(fd: number): Socket {
  return new Socket({ fd, readable: true, writable: false })
}

function openFifo(path: string, direction: 'in' | 'out'): Fifo {
  const [mine, theirs] =
    direction === 'in' ? [constants.O_WRONLY, constants.O_RDONLY] : [constants.O_RDONLY, constants.O_WRONLY]
  const both = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  const outer = openSync(path, mine | constants.O_NONBLOCK)
  const inner = openSync(path, theirs)
  closeSync(both)
  return { outer, inner }
}
