import { execFileSync, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
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
  runScript,
} from '../../test/run-in-cell.ts'
import { sandboxFiles } from '../../test/other-process.ts'
import type { Layers } from './cell.ts'
import { probeLayers } from './probe-layers.ts'
import { startCell } from './start-cell.ts'

const able = await probeLayers()
const kinds = (
  [
    ['contained and traced', FULL],
    ['contained', UNTRACED],
    ['traced on a copy', UNCONTAINED],
    ['on a copy', BARE],
  ] as const
).filter(([, { L1, L2 }]) => (able.L1.works || !L1.works) && (able.L2.works || !L2.works))

/** A command line nobody else has. */
const uniqueSleep = () => `sleep ${4000 + Math.random()}`

function isRunning(command: string): boolean {
  return execFileSync('ps', ['-eo', 'args']).toString().split('\n').includes(command)
}

describe.each(kinds)('a cell, %s,', (_, layers: Layers) => {
  it.each([
    ['exit 3', { code: 3, signal: null }],
    ['exit 137', { code: 137, signal: null }],
    ['kill -TERM $$', { code: null, signal: 'SIGTERM' }],
    ['kill -KILL $$', { code: null, signal: 'SIGKILL' }],
    ['kill -SEGV $$', { code: null, signal: 'SIGSEGV' }],
  ])('tells how the server ended: %s', async (script, expected) => {
    const { exit } = await runScript(script, {}, { layers })
    // Without the tracer a shell reports it, who says 128 and the signal's number in either case.
    const ambiguous = script === 'exit 137' && !layers.L2.works
    expect(exit).toMatchObject(ambiguous ? { code: null, signal: 'SIGKILL' } : expected)
  })

  it('leaves no process behind: neither child, nor daemon, nor a server that ignores signals', async () => {
    const [child, daemon, own] = [uniqueSleep(), uniqueSleep(), uniqueSleep()]
    const script = `trap '' TERM INT HUP; ${child} & setsid sh -c 'setsid ${daemon} & ${own}' & echo up; while :; do ${own}; done`
    const cell = await startCell(cellOptions(folderWith({}), ['/bin/sh', '-c', script], { layers }))
    await printed(cell, 'up')
    while (!isRunning(daemon)) await sleep(10)
    await cell.end()
    await cell.end()
    expect((await cell.exited).signal).toBe('SIGKILL')
    expect([child, daemon, own].filter((command) => isRunning(command))).toEqual([])
  })

  it('removes everything it made', async () => {
    const outer = process.env['TMPDIR']
    process.env['TMPDIR'] = folderWith({})
    const dig = "const d = 'd'.repeat(40); for (let i = 0; i < 120; i++) fs.mkdirSync(d), process.chdir(d)"
    const deep = `cd "$TMPDIR" && "${process.execPath}" -e "${dig}"`
    const closed = 'mkdir -p "$TMPDIR/a/b"; chmod 000 "$TMPDIR/a"; mkdir c; chmod 000 c'
    const ran = await runScript(`${closed}; ${deep}`, {}, { layers })
    const left = readdirSync(process.env['TMPDIR']).filter((name) => !name.startsWith('surety-test-'))
    if (outer === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = outer
    expect(ran.exit.code).toBe(0)
    expect(left).toEqual([])
  })

  it('is ended when it takes too much memory, in buffers as in children, born at once or later', async () => {
    const hog = 'const all = []; setInterval(() => all.push(Buffer.alloc(16e6, 1)), 5)'
    for (const command of [
      [process.execPath, '-e', hog],
      ['/bin/sh', '-c', `"$0" -e "$1" & "$0" -e "$1"`, process.execPath, hog],
      ['/bin/sh', '-c', `sleep 0.5; "$0" -e "$1"; true`, process.execPath, hog],
    ]) {
      const memoryBytes = 300e6
      const { exit } = await runInCell(cellOptions(folderWith({}), command, { layers, memoryBytes }))
      expect(exit.overMemory).toBeGreaterThan(memoryBytes)
    }
  })

  it.each([
    [400e6, false],
    [200e6, true],
  ])('that takes 200 MB where %d bytes are allowed is ended for it: %s', async (memoryBytes, isEnded) => {
    const code = 'const big = Buffer.alloc(200e6, 1); setTimeout(() => console.log(big.length), 500)'
    const { exit } = await runInCell(
      cellOptions(folderWith({}), [process.execPath, '-e', code], { layers, memoryBytes }),
    )
    expect(exit.overMemory !== undefined).toBe(isEnded)
  })

  it('runs the set-up first, in the same place, and takes its work for granted', async () => {
    const setup = ['/bin/sh', '-c', 'echo 1 > seeded; echo 2 > a.txt; rm b.txt; echo done']
    const files = { 'a.txt': 'one', 'b.txt': 'two' }
    const calm = await runScript('cat seeded a.txt', files, { layers, setup })
    expect(calm).toMatchObject({
      stdout: '1\n2\n',
      changes: [],
      sightings: layers.L2.works ? [{ kind: 'process' }] : [],
    })
    const busy = await runScript('echo 3 > seeded; echo 4 > b.txt', files, { layers, setup })
    expect(busy.changes).toEqual(
      expect.arrayContaining([
        { kind: 'write', place: 'project', path: 'seeded', existed: true },
        { kind: 'write', place: 'project', path: 'b.txt', existed: false },
      ]),
    )
    expect(busy.changes).toHaveLength(2)
  })

  it('knows what the set-up made in the temp folder', async () => {
    const setup = ['/bin/sh', '-c', 'echo 1 > "$TMPDIR/t"']
    const { changes } = await runScript('echo 2 > "$TMPDIR/t"', {}, { layers, setup })
    expect(changes).toEqual([{ kind: 'write', place: 'temp', path: '/tmp/t', existed: true }])
  })

  it('does not start after a set-up that fails, and says why', async () => {
    const endless = { layers, setup: ['/bin/sleep', '600'], setupMs: 200 }
    await expect(runScript('true', {}, endless)).rejects.toThrow('The set-up command did not end within 200 ms')
    const setup = ['/bin/sh', '-c', 'echo no database >&2; exit 4']
    await expect(runScript('true', {}, { layers, setup })).rejects.toThrow(
      /set-up command ended with status 4: no database/,
    )
  })

  it('tells what the set-up printed from what the server did, and from what became of either', async () => {
    const setup = ['/bin/sh', '-c', 'echo seeded; echo warned >&2; echo again > /dev/stderr']
    const script = 'echo server >&2; echo ready; read -r line'
    const cell = await startCell(cellOptions(folderWith({}), ['/bin/sh', '-c', script], { layers, setup }))
    await printed(cell, 'ready')
    await cell.end()
    expect([cell.setupOutput(), cell.stderr()]).toEqual(['seeded\nwarned\nagain\n', 'server\n'])
  })

  it('does not start after a set-up that takes too much memory, and says so', async () => {
    const hog = 'const all = []; setInterval(() => all.push(Buffer.alloc(16e6, 1)), 5)'
    const setup = [process.execPath, '-e', hog]
    await expect(runScript('true', {}, { layers, setup, memoryBytes: 300 * 1024 * 1024 })).rejects.toThrow(
      /^The set-up command took \d+ MB, more than the 300 MB that the server may\.$/,
    )
  })

  it('names a command that does not exist', async () => {
    await expect(startCell(cellOptions(folderWith({}), ['surety-no-such-command'], { layers }))).rejects.toThrow(
      /Cannot start "surety-no-such-command"/,
    )
    await expect(startCell(cellOptions(folderWith({}), ['./server'], { layers }))).rejects.toThrow(
      /Cannot start ".\/server"/,
    )
  })

  it('tells what outlives the server', async () => {
    const command = uniqueSleep()
    const { sightings } = await runScript(`${command} & exit 0`, {}, { layers })
    expect(inShort(sightings)).toContain(`process ${command} detached`)
  })

  it('runs beside others', async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, index) => runScript(`echo ${index} > n; cat n`, {}, { layers })),
    )
    expect(all.map(({ stdout }) => stdout)).toEqual(['0\n', '1\n', '2\n', '3\n', '4\n', '5\n', '6\n', '7\n'])
    expect(all.every(({ changes }) => changes.length === 1)).toBe(true)
  })
})

it.each(kinds)('a cell, %s, dies with the process that started it', async (_, layers) => {
  const command = uniqueSleep()
  const options = cellOptions(folderWith({}), command.split(' '), { layers })
  const code = `import { startCell } from '${await sandboxFiles()}/src/sandbox/start-cell.mjs'; await startCell(${JSON.stringify(options)})`
  const env = { ...process.env, TMPDIR: folderWith({}) }
  const owner = spawn(process.execPath, ['--input-type=module', '-e', code], { env })
  while (!isRunning(command)) await sleep(10)
  owner.kill('SIGKILL')
  await expect.poll(() => isRunning(command), { timeout: 10_000 }).toBe(false)
})
