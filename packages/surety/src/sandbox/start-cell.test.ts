import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { find } from '../../../../test/machine.ts'
import { inOtherProcess } from '../../test/other-process.ts'
import {
  BARE,
  FULL,
  type Ran,
  UNCONTAINED,
  cellOptions,
  folderWith,
  inShort,
  printed,
  runInCell,
  runScript,
} from '../../test/run-in-cell.ts'
import type { Layers } from './cell.ts'
import { relocate } from './habitat/copied-habitat.ts'
import { probeLayers } from './probe-layers.ts'
import { startCell } from './start-cell.ts'

const FILES = { 'a.txt': 'one', 'd/x': 'x' }
const able = await probeLayers()

describe.skipIf(!able.L1.works || !able.L2.works)('a full sandbox', () => {
  it('has every sighting in place once flushed, call after call', async () => {
    const server = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => { require('node:fs').writeFileSync(line, ''); console.log(line) })`
    const cell = await startCell(cellOptions(folderWith({}), [process.execPath, '-e', server]))
    for (let call = 0; call < 100; call += 1) {
      const answered = printed(cell, `n${call}\n`)
      cell.stdin.write(`n${call}\n`)
      await answered
      await cell.flush()
      expect(inShort(cell.sightings).at(-1)).toBe(`write project n${call} new`)
    }
    await cell.end()
  })

  it('tells changes once, from call to call, and a state that repeats', async () => {
    const server = `while read -r command; do eval "$command"; echo done; done`
    const cell = await startCell(cellOptions(folderWith(FILES), ['/bin/sh', '-c', server]))
    const after = async (command: string) => {
      const answered = printed(cell, 'done')
      cell.stdin.write(`${command}\n`)
      await answered
      return cell.changes()
    }
    expect(await after('true')).toEqual([])
    const empty = await cell.state()
    expect(empty).toMatchObject({ files: 0, bytes: 0 })
    expect(await after('echo 12 > n')).toEqual([{ kind: 'write', place: 'project', path: 'n', existed: false }])
    const first = await cell.state()
    expect(first).toMatchObject({ files: 1, bytes: 3 })
    expect(await after('true')).toEqual([])
    expect(await after('echo 34 > n')).toEqual([{ kind: 'write', place: 'project', path: 'n', existed: false }])
    expect((await cell.state()).digest).not.toBe(first.digest)
    expect(await after('echo 12 > n')).toHaveLength(1)
    expect(await cell.state()).toEqual(first)
    expect(await after('rm n')).toEqual([{ kind: 'delete', place: 'project', path: 'n', existed: false }])
    expect(await cell.state()).toEqual(empty)
    expect(await after('chmod 600 a.txt')).toEqual([
      { kind: 'attributes', place: 'project', path: 'a.txt', existed: true, kept: true },
    ])
    expect(await after('rm a.txt')).toEqual([{ kind: 'delete', place: 'project', path: 'a.txt', existed: true }])
    expect(await after('rm -r d; mkdir d; echo y > d/y')).toEqual(
      expect.arrayContaining([
        { kind: 'delete', place: 'project', path: 'd/x', existed: true },
        { kind: 'write', place: 'project', path: 'd/y', existed: false },
      ]),
    )
    expect(await after('true')).toEqual([])
    await cell.end()
  })

  it('runs on a copy where the kernel refuses to layer, and is contained all the same', async () => {
    const project = folderWith(FILES)
    const script = 'cat a.txt; echo 2 > a.txt; rm d/x; echo 1 > ~/n; echo 1 > /etc/surety-test'
    const options = cellOptions(project, ['/bin/sh', '-c', script])
    const ran = await inOtherProcess<Ran>(`return runInCell(${JSON.stringify(options)})`, {
      env: { HOME: homedir() },
      programs: { mount: (real) => `case "$*" in *overlay*) exit 32;; esac\nexec ${real} "$@"` },
    })
    expect(ran.stdout).toBe('one')
    expect(ran.changes).toEqual(
      expect.arrayContaining([
        { kind: 'write', place: 'project', path: 'a.txt', existed: true, kept: false },
        { kind: 'delete', place: 'project', path: 'd/x', existed: true },
      ]),
    )
    expect(ran.changes).toHaveLength(2)
    expect(inShort(ran.sightings)).toEqual(
      expect.arrayContaining([
        'write project a.txt',
        'delete project d/x',
        'write elsewhere /etc/surety-test refused new',
      ]),
    )
    expect(readFileSync(join(project, 'a.txt'), 'utf8')).toBe('one')
  })

  it('wires the spies and reads what they wrote, until somebody else writes there', async () => {
    const lines = [
      '{"by":"a","n":1,"at":2,"kind":"nested","from":"a","to":"b","how":"client"}',
      '{"by":"b","n":1,"at":1,"kind":"spy","language":"node","tool":"a","sees":["calls","dreams"]}',
      '{"by":"a","n":2,"at":3,"kind":"mutation","tool":"a","path":"$.x","before":1,"after":2}',
      'no JSON',
    ].map((line) => `echo '${line}' >> "$SURETY_SPY"`)
    const options = { layers: { ...FULL, L3: { works: true } as const }, spy: true }
    const whole = await runScript(lines.slice(0, 3).join('; '), {}, options)
    expect(whole.sightings).toEqual([
      { at: 1, kind: 'spy', language: 'node', tool: 'a', sees: ['calls'] },
      { at: 2, kind: 'nested', from: 'a', to: 'b', how: 'client' },
      { at: 3, kind: 'mutation', tool: 'a', path: '$.x', before: 1, after: 2 },
    ])
    const { sightings, changes, stdout } = await runScript(
      `echo $NODE_OPTIONS; echo $PYTHONPATH; ${lines.join('; ')}`,
      {},
      { ...options, env: { NODE_OPTIONS: '--no-warnings' } },
    )
    expect(stdout).toMatch(/^--no-warnings --import file:\/\/\S+\/spy\/node.mjs\n\S+\/spy\/python\n$/)
    expect(changes).toEqual([])
    expect(sightings).toMatchObject([{ kind: 'spy lost' }])
  })
})

describe('a sandbox without namespaces', () => {
  it.each([BARE, ...(find('strace') === undefined ? [] : [UNCONTAINED])])(
    'runs on a copy, with a home and a temp folder of its own',
    async (layers) => {
      const project = folderWith(FILES)
      const script = 'echo 2 > a.txt; rm -r d; echo 1 > ~/h; echo 1 > "$TMPDIR/t"; echo 3 > "$1/n"; pwd'
      const ran = await runInCell(cellOptions(project, ['/bin/sh', '-c', script, 'sh', project], { layers }))
      expect(ran.stdout).not.toBe(`${project}\n`)
      expect(readFileSync(join(project, 'a.txt'), 'utf8')).toBe('one')
      expect(ran.changes.map(({ kind, place, existed }) => `${kind} ${place} ${existed}`).toSorted()).toEqual([
        'delete project true',
        'delete project true',
        'write home false',
        'write project false',
        'write project true',
        'write temp false',
      ])
      const seen = [
        'write project a.txt',
        'delete project d/x',
        'delete project d',
        'write temp /tmp/t new',
        'write project n new',
      ]
      if (layers.L2.works) expect(inShort(ran.sightings)).toEqual(expect.arrayContaining(seen))
    },
  )

  it('tells whether a file still holds what it held at the start, however often it was looked at', async () => {
    const server = `while read -r command; do eval "$command"; echo done; done`
    const cell = await startCell(cellOptions(folderWith(FILES), ['/bin/sh', '-c', server], { layers: BARE }))
    const keptAfter = async (command: string) => {
      const answered = printed(cell, 'done')
      cell.stdin.write(`${command}\n`)
      await answered
      return (await cell.changes()).map(({ kind, kept }) => [kind, kept])
    }
    expect(await keptAfter('echo two >> a.txt')).toEqual([['write', true]])
    expect(await keptAfter('echo two > a.txt')).toEqual([['write', false]])
    expect(await keptAfter('touch -d 2001-01-01 a.txt')).toEqual([['attributes', false]])
    expect(await keptAfter('printf one > a.txt')).toEqual([['write', true]])
    expect(await keptAfter('rm a.txt')).toEqual([['delete', undefined]])
    await cell.end()
  })

  it.each([
    ['/p/a', '/c/a'],
    ['--root=/p', '--root=/c'],
    ['/p:/p/b', '/c:/c/b'],
    ['/pq/a', '/pq/a'],
    ['/p-2', '/p-2'],
  ])('turns %s into %s', (text, expected) => {
    expect(relocate(text, '/p', '/c')).toBe(expected)
  })
})

describe('what a machine allows', () => {
  it.skipIf(!able.L2.works)('is told with a reason when namespaces are refused', async () => {
    const unshare = () => 'echo "unshare: unshare failed: Operation not permitted" >&2; exit 1'
    const layers = await inOtherProcess<Layers>('return probeLayers()', { programs: { unshare } })
    expect(layers.L1).toMatchObject({ works: false, reason: expect.stringContaining('Operation not permitted') })
    expect(layers.L2).toEqual({ works: true })
  })

  it.skipIf(!able.L1.works)('is told with a reason when tracing is refused', async () => {
    const strace = () => 'echo "strace: ptrace(PTRACE_TRACEME): Operation not permitted" >&2; exit 1'
    const layers = await inOtherProcess<Layers>('return probeLayers()', { programs: { strace } })
    expect(layers.L1).toEqual({ works: true })
    expect(layers.L2).toMatchObject({ works: false, reason: expect.stringContaining('PTRACE_TRACEME') })
  })

  it('leaves out what it is told to', async () => {
    const layers = await probeLayers({ without: ['L1', 'L2', 'L3'] })
    expect([layers.L1.works, layers.L2.works, layers.L3.works]).toEqual([false, false, false])
  })
})

it.each([
  ['/', /cannot be protected/],
  ['/tmp', /cannot be protected/],
  ['/nonexistent', /is not a folder/],
])('no cell is made for %s', async (project, reason) => {
  await expect(startCell({ ...cellOptions(project, ['true']), cwd: '/' })).rejects.toThrow(reason)
})
