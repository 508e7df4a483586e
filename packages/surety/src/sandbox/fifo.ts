import { execFile } from 'node:child_process'
import { closeSync, constants, openSync, unlinkSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { OWN_ENVIRONMENT, required } from './programs.ts'

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

const NAMES = ['in', 'out', 'err', 'setup', 'log']
/** To start a process for them takes longer than all else, and most runs have so many cells. */
const AT_ONCE = 4
const stock: Fifos[] = []
let making: Promise<void> | undefined

/** Real pipes, unlike Node's own, can be opened again through /dev/stdout and shared by two writers. */
export async function openFifos(folder: string): Promise<Fifos> {
  for (;;) {
    const ready = stock.pop()
    if (ready !== undefined) return ready
    making ??= makeFifos(folder).finally(() => (making = undefined))
    await making
  }
}

/** Adds to the stock at least one set. */
async function makeFifos(folder: string): Promise<void> {
  const sets = Array.from({ length: AT_ONCE }, (_, set) => NAMES.map((name) => join(folder, `${name}${set}`)))
  await run(required('mkfifo'), ['-m', '600', ...sets.flat()], { env: OWN_ENVIRONMENT })
  try {
    for (const set of sets) stock.push(openSet(set))
  } catch (error) {
    if (stock.length === 0) throw error
  }
}

function openSet([stdin = '', stdout = '', stderr = '', setup = '', log = '']: readonly string[]): Fifos {
  const opened: Fifo[] = []
  const open = (path: string, direction: 'in' | 'out'): Fifo => {
    const fifo = openFifo(path, direction)
    opened.push(fifo)
    return fifo
  }
  try {
    return {
      stdin: open(stdin, 'in'),
      stdout: open(stdout, 'out'),
      stderr: open(stderr, 'out'),
      setup: open(setup, 'out'),
      log: open(log, 'out'),
    }
  } catch (error) {
    for (const fd of opened.flatMap(({ outer, inner }) => [outer, inner])) closeSync(fd)
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
  unlinkSync(path)
  return { outer, inner }
}
