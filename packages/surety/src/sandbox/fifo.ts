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

const NAMES = ['in', 'out', 'err', 'setup', 'log']
/** Made along with the first: to start a process for them takes longer than all else, and most runs have three more cells. */
const SPARE = 3
const stock: Fifos[] = []

/** Real pipes, unlike Node's own, can be opened again through /dev/stdout and shared by two writers. */
export async function openFifos(folder: string): Promise<Fifos> {
  const kept = stock.pop()
  if (kept !== undefined) return kept
  const paths = (set: number) => NAMES.map((name) => join(folder, `${name}${set}`))
  const spare = Array.from({ length: SPARE }, (_, index) => paths(index + 1))
  await run(required('mkfifo'), ['-m', '600', ...paths(0), ...spare.flat()])
  stock.push(...spare.map((set) => openSet(set)))
  return openSet(paths(0))
}

function openSet([stdin = '', stdout = '', stderr = '', setup = '', log = '']: readonly string[]): Fifos {
  return {
    stdin: open(stdin, 'in'),
    stdout: open(stdout, 'out'),
    stderr: open(stderr, 'out'),
    setup: open(setup, 'out'),
    log: open(log, 'out'),
  }
}

export function readFrom(fd: number): Socket {
  return new Socket({ fd, readable: true, writable: false })
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
