import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { find } from '../../../../../test/machine.ts'
import { BARE, FULL, UNCONTAINED, UNTRACED, cellOptions, folderWith, printed } from '../../../test/run-in-cell.ts'
import type { Exit, Layers } from '../cell.ts'
import { startCell } from '../start-cell.ts'

const LIMIT = 200e6
/** What a child can take in less time than lies between two looks. */
const SMALL_LIMIT = 50e6
const TIMEOUT_MS = 60_000
/** As often as a run calls a tool whose memory was not measured. */
const MEASURED_TRIES = 4

/** Takes its name when told to begin, and another once it is done: whoever is not listening can see that too. */
const SERVER = `
import mmap, os, signal, sys, time

def named(name):
    with open('/proc/self/comm', 'w') as file:
        file.write(name)

def take(megabytes):
    taken = mmap.mmap(-1, megabytes * 1000000, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    for _ in range(megabytes):
        taken.write(b'x' * 1000000)
    return taken

def child(act):
    number = os.fork()
    if number == 0:
        act()
        os._exit(0)
    return number

def holds(megabytes):
    taken = take(megabytes)
    time.sleep(0.2)
    taken.close()

print('up', flush=True)
sys.stdin.readline()
ACT
named('rests')
sys.stdin.readline()
`

/** What a server does while nobody can look, by what it does. */
const UNSEEN = {
  'a child takes too much and ends': 'os.waitpid(child(lambda: holds(300)), 0)',
  'children take too much together': 'for one in [child(lambda: holds(120)) for _ in range(3)]: os.waitpid(one, 0)',
  'a grandchild does and is left to others': 'os.waitpid(child(lambda: child(lambda: holds(300))), 0); time.sleep(1)',
  'a child does of which its parent wants no word':
    'signal.signal(signal.SIGCHLD, signal.SIG_IGN); child(lambda: holds(300)); time.sleep(1)',
  'the server itself does, and gives it back': 'holds(300)',
  'the server and its child do together': 'taken = take(120); os.waitpid(child(lambda: holds(120)), 0)',
}

const CONFIGURATIONS: readonly (readonly [string, Layers])[] = [
  ['contained and traced', FULL],
  ['contained', UNTRACED],
  ['traced', UNCONTAINED],
  ['bare', BARE],
]

describe.skipIf(process.platform !== 'linux' || find('python3') === undefined).each(CONFIGURATIONS)(
  'memory, %s,',
  (_, layers) => {
    it.each(Object.entries(UNSEEN))(
      'is found or not known when %s before anybody looks',
      { timeout: TIMEOUT_MS },
      async (_, act) => {
        expect(await actUnseen(act, layers)).toSatisfy(isFoundOrNotKnown)
      },
    )

    it(
      'is found or not known when a child takes too much and ends between two looks',
      { timeout: TIMEOUT_MS },
      async () => {
        const act = 'os.waitpid(child(lambda: take(60)), 0)'
        expect(await actUnseen(act, layers, SMALL_LIMIT)).toSatisfy(isFoundOrNotKnown)
      },
    )

    it('is known when many children end between two looks, each with little', { timeout: TIMEOUT_MS }, async () => {
      const act = 'for one in range(20): os.waitpid(child(lambda: take(1)), 0)'
      expect(await actUntilKnown(act, layers)).toEqual({ overMemory: undefined, unseen: undefined })
    })

    it.each([
      ['does nothing', 'time.sleep(0.5)'],
      ['works without a child', 'holds(50); time.sleep(0.3)'],
    ])('is known when the server %s meanwhile', { timeout: TIMEOUT_MS }, async (_, act) => {
      expect(await actUntilKnown(act, layers)).toEqual({ overMemory: undefined, unseen: undefined })
    })
  },
)

interface Told {
  readonly overMemory: number | undefined
  readonly unseen: string | undefined
}

function isFoundOrNotKnown({ overMemory, unseen = '' }: Told): boolean {
  return overMemory !== undefined || /too busy|before their memory could be measured/.test(unseen)
}

/** As a run does: what was not measured because the machine was busy is tried again. */
async function actUntilKnown(act: string, layers: Layers): Promise<Told> {
  let told = await actUnseen(act, layers)
  for (let tries = 1; tries < MEASURED_TRIES && told.unseen !== undefined; tries += 1)
    told = await actUnseen(act, layers)
  return told
}

/** Lets a server act while this process, and so its watch, does not get to look. */
async function actUnseen(act: string, layers: Layers, memoryBytes = LIMIT): Promise<Told> {
  const mark = `act-${Math.random().toString(36).slice(2)}`
  const command = ['python3', '-c', SERVER.replace('ACT', act), mark]
  const cell = await startCell(cellOptions(folderWith({}), command, { layers, memoryBytes }))
  let exit: Exit | undefined
  void cell.exited.then((it) => (exit = it))
  try {
    await printed(cell, 'up')
    cell.isUp()
    const server = processWith(mark)
    await new Promise((resolve) => cell.stdin.write('go\n', resolve))
    const until = performance.now() + TIMEOUT_MS / 6
    while (nameOf(server) !== 'rests' && performance.now() < until) waitWithoutLooking(20)
    await cell.flush()
    const unseen = cell.sightings.find(({ kind }) => kind === 'memory unseen')
    return { overMemory: exit?.overMemory, unseen: unseen && 'reason' in unseen ? unseen.reason : undefined }
  } finally {
    await cell.end()
  }
}

function waitWithoutLooking(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** The last of those started by these words: the server, behind its tracer. */
function processWith(mark: string): number {
  const started = readdirSync('/proc').filter((pid) => textOf(`/proc/${pid}/cmdline`).split('\0').includes(mark))
  return Math.max(...started.map(Number))
}

function nameOf(pid: number): string {
  return textOf(`/proc/${pid}/comm`).trim()
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
