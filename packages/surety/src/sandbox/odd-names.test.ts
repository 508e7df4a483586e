import { symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { find } from '../../../../test/machine.ts'
import { FULL, UNCONTAINED, cellOptions, folderWith, inShort, runInCell, type Ran } from '../../test/run-in-cell.ts'
import type { Layers } from './cell.ts'

const latin = (folder: string, name: string): Buffer =>
  Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')])

async function run(script: string, layers: Layers): Promise<Ran> {
  const project = folderWith({ 'a.txt': 'one' })
  writeFileSync(latin(project, 'caf\xe9.txt'), 'old')
  symlinkSync('a.txt', latin(project, 'l\xff'))
  return runInCell(cellOptions(project, ['/bin/sh', '-c', script], { layers }))
}

const changed = ({ changes }: Ran): readonly string[] =>
  changes.map(({ kind, path, existed }) => `${kind} ${path}${existed ? '' : ' new'}`)

describe.skipIf(find('strace') === undefined).each([
  ['contained', FULL],
  ['on a copy', UNCONTAINED],
] as const)('a name that is no UTF-8, %s,', (_, layers) => {
  it.each([
    ['a new file', String.raw`f=$(printf 'n\377'); echo 1 > "$f"`, ['write project n\\xff new'], ['write n\\xff new']],
    [
      'a changed file',
      String.raw`f=$(printf 'caf\351.txt'); echo 1 >> "$f"`,
      ['write project caf\\xe9.txt'],
      ['write caf\\xe9.txt'],
    ],
    [
      'a removed file',
      String.raw`f=$(printf 'caf\351.txt'); rm "$f"`,
      ['delete project caf\\xe9.txt'],
      ['delete caf\\xe9.txt'],
    ],
    [
      'a file in such a folder',
      String.raw`d=$(printf 'd\200'); mkdir "$d"; echo 1 > "$d/x"`,
      ['write project d\\x80 new', 'write project d\\x80/x new'],
      ['write d\\x80 new', 'write d\\x80/x new'],
    ],
    [
      'a write through such a link',
      String.raw`f=$(printf 'l\377'); echo 1 > "$f"`,
      ['write project a.txt'],
      ['write a.txt'],
    ],
  ])('is told of %s, by the tracer and by its traces', async (_what, script, sighted, left) => {
    const ran = await run(script, layers)
    expect(inShort(ran.sightings).filter((one) => !one.startsWith('process'))).toEqual(sighted)
    expect(changed(ran)).toEqual(left)
  })
})
