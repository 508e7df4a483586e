import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { find } from '../../../../../test/machine.ts'
import {
  type Ran,
  UNCONTAINED,
  cellOptions,
  folderWith,
  inShort,
  printed,
  runInCell,
  runScript,
} from '../../../test/run-in-cell.ts'
import { inOtherProcess } from '../../../test/other-process.ts'
import { startCell } from '../start-cell.ts'

const strays: string[] = []
afterAll(() => {
  for (const stray of strays) rmSync(stray, { recursive: true, force: true })
})

/** A path in the real temp folder that nobody else uses. */
function stray(): string {
  strays.push(`/tmp/surety-stray-${process.pid}-${strays.length}`)
  return strays.at(-1) ?? ''
}

/** Runs a script uncontained in a process that is younger than the files. */
async function runLater(project: string, script: string): Promise<Pick<Ran, 'sightings' | 'changes' | 'state'>> {
  const options = cellOptions(project, ['/bin/sh', '-c', script], { layers: UNCONTAINED })
  return inOtherProcess(`return runInCell(${JSON.stringify(options)})`)
}

const lasting: readonly (readonly [what: string, script: string, changes: readonly string[]])[] = [
  ['a new file', 'echo 1 > new', ['write new new']],
  ['a new folder', 'mkdir new', ['write new new']],
  ['an overwritten file', 'echo 1 > old', ['write old']],
  ['a file that was appended to', 'echo 1 >> old', ['write old']],
  ['a removed file', 'rm old', ['delete old']],
  ['a removed file that was made again', 'rm old; echo 1 > old', ['write old']],
  ['a moved file', 'mkdir new; mv old new/b', ['delete old', 'write b new', 'write new new']],
  ['changed attributes', 'chmod 600 old', ['write old']],
  ['nothing of a file that is gone again', 'set -C; echo 1 > new; rm new', []],
  ['nothing of a folder that is gone again, with all it held', 'mkdir new; echo 1 > new/a; rm -r new', []],
  ['nothing of a file that was only opened', 'exec 5>> old', []],
]

describe.skipIf(find('strace') === undefined)('a server without namespaces', () => {
  it.concurrent.each(lasting)('is seen to leave on the real machine %s', async (_, script, expected) => {
    const outside = folderWith({ old: 'one' }, '/var/tmp')
    const { changes } = await runLater(folderWith({}), `cd ${outside}; ${script}`)
    const told = changes.map(({ kind, path, existed }) => `${kind} ${basename(path)}${existed ? '' : ' new'}`)
    expect(told.toSorted()).toEqual(expected)
    expect(changes.every(({ place, path }) => place === 'elsewhere' && path.startsWith(outside))).toBe(true)
  })

  it('is seen to change the real temp folder, home and project, each by its own name', async () => {
    const [home, project, temp] = [folderWith({}), folderWith({ old: 'one' }), stray()]
    const real = process.env['HOME']
    process.env['HOME'] = home
    // Put together by the server, the paths are not turned into those of the copy.
    const { sightings, changes } = await runScript(
      `echo 1 > ${temp}; echo 2 > ${home}/n; echo 3 > "/$PROJECT/n"; cp ${temp} ${temp}2; rm ${temp}2`,
      {},
      { layers: UNCONTAINED, project, cwd: project, env: { PROJECT: project.slice(1) } },
    )
    process.env['HOME'] = real
    expect(inShort(sightings)).toEqual(
      expect.arrayContaining([
        `write temp ${temp} new`,
        `write home ${home}/n new`,
        'write project n new',
        `delete temp ${temp}2 new`,
      ]),
    )
    expect(changes).toEqual([
      { kind: 'write', place: 'temp', path: temp, existed: false },
      { kind: 'write', place: 'home', path: join(home, 'n'), existed: false },
      { kind: 'write', place: 'project', path: 'n', existed: false },
    ])
    expect([readFileSync(temp, 'utf8'), existsSync(join(project, 'n'))]).toEqual(['1\n', true])
  })

  it('is told from its neighbours in the temp folder', async () => {
    const [project, beside] = [folderWith({ 'p/a': '' }), stray()]
    const { sightings } = await runScript(
      `echo 1 > ../n; echo 1 > "$(dirname "/$PROJECT")/m"; echo 1 > ${beside}`,
      {},
      {
        layers: UNCONTAINED,
        project: join(project, 'p'),
        cwd: join(project, 'p'),
        env: { PROJECT: join(project, 'p').slice(1) },
      },
    )
    expect(inShort(sightings).filter((one) => one.startsWith('write'))).toEqual([
      `write elsewhere ${project}/n new`,
      `write elsewhere ${project}/m new`,
      `write temp ${beside} new`,
    ])
  })

  it('changes once what it changes once, and has a state that repeats', async () => {
    const file = stray()
    const server = `while read -r command; do eval "$command"; echo done; done`
    const cell = await startCell(cellOptions(folderWith({}), ['/bin/sh', '-c', server], { layers: UNCONTAINED }))
    const after = async (command: string) => {
      const answered = printed(cell, 'done')
      cell.stdin.write(`${command}\n`)
      await answered
      await cell.flush()
      return (await cell.changes()).map(({ kind }) => kind)
    }
    expect(await after(`echo 1 > ${file}`)).toEqual(['write'])
    const first = await cell.state()
    expect(first).toMatchObject({ files: 1, bytes: 2 })
    expect(await after('true')).toEqual([])
    expect(await after(`echo 2 > ${file}`)).toEqual(['write'])
    expect((await cell.state()).digest).not.toBe(first.digest)
    await after(`echo 1 > ${file}`)
    expect(await cell.state()).toEqual(first)
    expect(await after(`rm ${file}`)).toEqual(['delete'])
    expect(await cell.state()).toMatchObject({ files: 0 })
    await cell.end()
  })

  it('is seen to connect to a socket of somebody else in the temp folder', async () => {
    const path = stray()
    const somebody = createServer((socket) => socket.end()).listen(path)
    const code = `require('node:net').connect(${JSON.stringify(path)}).resume()`
    const command = [process.execPath, '-e', code]
    const { sightings } = await runInCell(cellOptions(folderWith({}), command, { layers: UNCONTAINED }))
    somebody.close()
    expect(inShort(sightings)).toContain(`connect unix:${path}`)
  })
})
