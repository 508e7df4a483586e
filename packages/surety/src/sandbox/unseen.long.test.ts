import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { find } from '../../../../test/machine.ts'
import {
  BARE,
  FULL,
  UNCONTAINED,
  UNTRACED,
  cellOptions,
  folderWith,
  inShort,
  printed,
  runInCell,
} from '../../test/run-in-cell.ts'
import type { Cell, CellOptions, Layers, Sighting } from './cell.ts'
import { probeLayers } from './probe-layers.ts'
import { startCell } from './start-cell.ts'

const able = await probeLayers()
const works = ({ L1, L2 }: Layers): boolean => (able.L1.works || !L1.works) && (able.L2.works || !L2.works)
const every = (
  [
    ['contained and traced', FULL],
    ['contained', UNTRACED],
    ['traced on a copy', UNCONTAINED],
    ['on a copy', BARE],
  ] as const
).filter(([, layers]) => works(layers))
const traced = every.filter(([, { L2 }]) => L2.works)

const reasonsIn = (sightings: readonly Sighting[]): readonly string[] =>
  sightings.flatMap((one) => (one.kind === 'blind' ? [one.reason] : []))

/** What a cell says once the server, told that it is up, has printed `done`. */
async function after(command: readonly string[], more: Partial<CellOptions>, look: (cell: Cell) => Promise<void>) {
  const cell = await startCell(cellOptions(folderWith({}), command, more))
  try {
    const done = printed(cell, 'done')
    cell.isUp()
    cell.stdin.write('go\n')
    await done
    await look(cell)
    return [...cell.sightings]
  } finally {
    await cell.end()
  }
}

describe.each(traced)('nothing passes unseen, %s:', (_, layers) => {
  it('what the set-up leaves running is told, and what ends with it is not', async () => {
    const run = (script: string) =>
      runInCell(cellOptions(folderWith({}), ['true'], { layers, setup: ['/bin/sh', '-c', script] }))
    const left = await run('sleep 4321.5 </dev/null >/dev/null 2>&1 &')
    expect(reasonsIn(left.sightings)).toEqual([expect.stringContaining('the set-up command left sleep 4321.5 running')])
    expect(inShort(left.sightings)).toEqual([])
    expect(reasonsIn((await run('sleep 0.05 & true')).sightings)).toEqual([])
  })

  it('a tracer that is stopped is told', async () => {
    const command = ['/bin/sh', '-c', 'read -r line; echo done; kill -STOP $PPID; read -r line']
    const seen = await after(command, { layers }, async (cell) => {
      await sleep(200)
      await cell.flush()
    })
    expect(reasonsIn(seen)).toEqual(['its tracer was stopped'])
  })

  it.skipIf(find('python3') === undefined)('a call that the tracer refuses does not end the server', async () => {
    const ring = `import ctypes, os, threading
call = lambda: ctypes.CDLL(None).syscall(425, 1, 0)
threads = [threading.Thread(target=lambda: [call() for _ in range(3)]) for _ in range(3)]
for one in threads: one.start()
for one in threads: one.join()
os._exit(7 if call() == -1 else 8)`
    const { exit } = await runInCell(cellOptions(folderWith({}), ['python3', '-c', ring], { layers }))
    expect(exit.code).toBe(7)
  })

  it('a server that ends its tracer can do nothing without it, and is ended', async () => {
    const script = 'kill -KILL $PPID; for i in 1 2 3 4 5; do : > late$i; done; read -r line'
    const { exit, changes } = await runInCell(cellOptions(folderWith({}), ['/bin/sh', '-c', script], { layers }))
    expect(exit.signal).toBe('SIGKILL')
    expect(changes).toEqual([])
  })

  it('a server that does more than its tracer can follow is waited for, and told if it does not rest', async () => {
    const burst = (until: string) =>
      `process.stdin.once('data', () => { console.log('done'); const go = () => { for (let i = 0; i < 200; i++) fs.closeSync(fs.openSync('/etc/passwd')); ${until} setImmediate(go) }; go() })`
    const flush = async (cell: Cell) => {
      await sleep(100)
      await cell.flush()
    }
    const endless = await after([process.execPath, '-e', burst('')], { layers }, flush)
    expect(reasonsIn(endless)).toEqual(['it was still at work when the watching ended'])
    const short = "if (performance.now() > 500) { fs.writeFileSync('late', ''); return }"
    const ending = await after([process.execPath, '-e', burst(short)], { layers }, flush)
    expect(reasonsIn(ending)).toEqual([])
    expect(inShort(ending)).toContain('write project late new')
  })

  it('a child that outlives the server is told, one that ends with it is not', async () => {
    const node = (start: string) =>
      `process.stdin.on('end', process.exit).once('data', () => { ${start}; console.log('done') })`
    const spawn = (words: string, stdio: string) =>
      `child_process.spawn('${words.split(' ')[0]}', ['${words.split(' ')[1] ?? '-'}'], { stdio: ${stdio} }).unref()`
    const run = (start: string) => after([process.execPath, '-e', node(start)], { layers }, (cell) => cell.leave())
    const processes = (seen: readonly Sighting[]) => seen.filter((one) => one.kind === 'process' && one.detached)
    expect(processes(await run(spawn('sleep 4322.5', "'ignore'")))).toMatchObject([
      { command: 'sleep 4322.5', outlived: true },
    ])
    expect(processes(await run(spawn('cat', "['pipe', 'ignore', 'ignore']")))).toEqual([])
    expect(processes(await run('0'))).toEqual([])
  })

  it('what ran before the server was up belongs to it, though it needs to be made to end', async () => {
    const script = `trap '' TERM; sleep 4323.5 & echo first; read -r line; sleep 4324.5 & echo done; while :; do wait; sleep 0.05; done`
    const cell = await startCell(cellOptions(folderWith({}), ['/bin/sh', '-c', script], { layers }))
    await printed(cell, 'first')
    cell.isUp()
    const done = printed(cell, 'done')
    cell.stdin.write('go\n')
    await done
    await cell.leave()
    const left = cell.sightings.flatMap((one) => (one.kind === 'process' && one.outlived ? [one.command] : []))
    await cell.end()
    expect(left).toEqual(['sleep 4324.5'])
  })

  it('the log of the tracer is out of reach, or its opening told', async () => {
    // The tracer and the shell before it, and nobody else's: without a namespace /proc shows the whole machine.
    const script =
      'read -r _ _ _ shell _ < /proc/$PPID/stat; for p in $PPID $shell; do (echo x > /proc/$p/fd/3) 2>/dev/null; done'
    const { sightings } = await runInCell(cellOptions(folderWith({}), ['/bin/sh', '-c', script], { layers }))
    expect(inShort(sightings)).toContainEqual(
      expect.stringMatching(/^write elsewhere (?:\/proc\/\d+\/fd\/3 refused|the log of the tracer)/),
    )
  })
})

describe.each(every)('a cell, %s,', (_, layers) => {
  it.skipIf(find('python3') === undefined)('counts memory that is no process of its own', async () => {
    const memfd = `import os, time
fd = os.memfd_create('x')
for _ in range(400): os.write(fd, b'x' * 1000000)
time.sleep(5)`
    const memoryBytes = 200e6
    const command = ['python3', '-c', memfd]
    const { exit } = await runInCell(cellOptions(folderWith({}), command, { layers, memoryBytes }))
    expect(exit.overMemory).toBeGreaterThan(memoryBytes)
  })

  it.skipIf(find('python3') === undefined)('counts a file of memory once, though it is mapped', async () => {
    const mapped = `import mmap, os, time
fd = os.memfd_create('x')
os.ftruncate(fd, 120000000)
m = mmap.mmap(fd, 120000000)
m.write(b'x' * 120000000)
time.sleep(0.5)`
    const command = ['python3', '-c', mapped]
    const { exit } = await runInCell(cellOptions(folderWith({}), command, { layers, memoryBytes: 300e6 }))
    expect(exit).toMatchObject({ code: 0, overMemory: undefined })
  })

  it.skipIf(find('gcc') === undefined)('is ended when too many processes run in it', async () => {
    const folder = folderWith({
      'main.c': 'int main() { for (int i = 0; i < 3000; i++) if (fork() == 0) { sleep(30); return 0; } sleep(30); }',
    })
    const program = join(folderWith({}), 'program')
    execFileSync(find('gcc') ?? 'gcc', ['-w', '-static', '-o', program, join(folder, 'main.c')])
    const { exit } = await runInCell(cellOptions(folder, [program], { layers }))
    expect(exit.overProcesses).toBeGreaterThan(512)
    expect(exit.overMemory).toBeUndefined()
  })
})

it.skipIf(!works(FULL))('files in shared memory count as memory', async () => {
  const script = 'head -c 300000000 /dev/zero > /dev/shm/x; sleep 5'
  const memoryBytes = 200e6
  const { exit } = await runInCell(cellOptions(folderWith({}), ['/bin/sh', '-c', script], { memoryBytes }))
  expect(exit.overMemory).toBeGreaterThan(memoryBytes)
})
