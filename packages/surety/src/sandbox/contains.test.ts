import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, readFileSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UNTRACED, cellOptions, folderWith, inShort, runInCell, runScript } from '../../test/run-in-cell.ts'
import { probeLayers } from './probe-layers.ts'

const FILES = { 'a.txt': 'one', 'd/x': 'x', 'd/e/y': 'y' }
const layers = await probeLayers()
const realHome = homedir()
let home = ''

beforeEach(() => {
  home = folderWith({
    '.profile': 'kept',
    '.ssh/id': 'secret',
    '.npmrc': 'token',
    '.config/gcloud/key': 'secret',
    'notes/n': 'n',
  })
  process.env['HOME'] = home
})
afterEach(() => {
  process.env['HOME'] = realHome
})

const attacks: readonly (readonly [what: string, script: string])[] = [
  ['writes, truncates and appends', 'echo 2 > a.txt; : > d/x; echo 3 >> d/e/y; echo new > n'],
  ['removes everything', 'rm -rf -- * .[!.]*; rm -rf "$PWD"'],
  ['changes modes and times', 'chmod -R 700 .; touch -d 2001-01-01 a.txt d'],
  ['renames files and folders', 'mv a.txt b.txt; mv d f; mv "$PWD" ../gone'],
  ['replaces a folder by a link', 'rm -r d; ln -s /etc d; echo 1 > d/surety-test'],
  ['writes through a link from the temp folder', 'ln -s "$PWD" /tmp/in; echo 1 > /tmp/in/a.txt'],
  ['writes through hard links', 'ln a.txt l; echo 2 > l'],
  [
    'undoes the mounts',
    'umount -l "$PWD"; umount -a; mount -o remount,rw /; unshare -rm umount -l "$PWD"; echo 2 > a.txt',
  ],
  [
    'reaches around through other roots',
    'for r in /proc/1/root /proc/self/root /proc/$PPID/root; do echo 2 > "$r$PWD/a.txt"; done',
  ],
]

describe.skipIf(!layers.L1.works)('a contained server', () => {
  it.each(attacks)('leaves the real project as it was when it %s', async (_, script) => {
    const project = folderWith(FILES)
    const before = [digestOf(project), digestOf(home)]
    await runInCell(cellOptions(project, ['/bin/sh', '-c', script]))
    expect([digestOf(project), digestOf(home)]).toEqual(before)
    expect(existsSync('/etc/surety-test')).toBe(false)
  })

  it('works on its own version of home, and is told so', async () => {
    const { sightings, changes, stdout } = await runScript('cd; echo 2 > .profile; rm -r notes; cat .profile')
    expect(stdout).toBe('2\n')
    expect(inShort(sightings)).toContain(`write home ${home}/.profile`)
    expect(changes).toContainEqual({
      kind: 'write',
      place: 'home',
      path: join(home, '.profile'),
      existed: true,
      kept: false,
    })
    expect(readFileSync(join(home, '.profile'), 'utf8')).toBe('kept')
    expect(existsSync(join(home, 'notes/n'))).toBe(true)
  })

  it('has a temp folder of its own', async () => {
    const outside = folderWith({ canary: 'kept' })
    const { stdout } = await runScript(
      `ls -A /tmp; rm -rf /tmp/surety-* ${outside}; echo 1 > /tmp/mine; ls -d ${outside}`,
    )
    expect(stdout.split('\n')).not.toContain(outside.slice('/tmp/'.length))
    expect(readFileSync(join(outside, 'canary'), 'utf8')).toBe('kept')
    expect(existsSync('/tmp/mine')).toBe(false)
  })

  it('cannot read what is secret', async () => {
    const { stdout } = await runScript(
      'cat ~/.ssh/id ~/.npmrc ~/.config/gcloud/key /etc/shadow; ls ~/.ssh; cat ~/.profile',
    )
    expect(stdout).toBe('kept')
  })

  it('cannot change anything else', async () => {
    const { stdout } = await runScript(
      'for f in /etc /usr /var/tmp /run /sys /proc/sys/kernel /dev; do echo 1 > $f/surety-test && echo $f; done; echo 0 > /proc/sys/kernel/hostname && echo kernel; [ -b /dev/vda ] && echo disk; true',
    )
    expect(stdout).toBe('')
  })

  it('reaches nobody without the network', async () => {
    const { stdout } = await runInCell(
      cellOptions(folderWith({}), [
        process.execPath,
        '-e',
        "require('node:net').connect(80, '192.0.2.1').on('error', (error) => console.log(error.code))",
      ]),
    )
    expect(stdout).toBe('ENETUNREACH\n')
  })

  it('sees itself as the caller, in the folder it was given, with few variables', async () => {
    process.env['SURETY_TEST_SECRET'] = 'secret'
    const project = folderWith(FILES)
    const cwd = join(project, 'd')
    const { stdout } = await runInCell(
      cellOptions(project, ['/bin/sh', '-c', 'id -u; pwd; echo $TMPDIR $HOME $GIVEN $SURETY_TEST_SECRET'], {
        cwd,
        env: { GIVEN: 'yes' },
      }),
    )
    delete process.env['SURETY_TEST_SECRET']
    expect(stdout).toBe(`${process.getuid?.()}\n${cwd}\n/tmp ${home} yes\n`)
  })

  it('runs programs and reads files that lie beside its project in the temp folder', async () => {
    const beside = folderWith({
      'lib/main.cjs': "console.log(require('./part.cjs'))",
      'lib/part.cjs': "module.exports = 'part'",
    })
    const { stdout, changes } = await runInCell(
      cellOptions(folderWith({}), [process.execPath, join(beside, 'lib/main.cjs')]),
    )
    expect(stdout).toBe('part\n')
    expect(changes).toEqual([])
  })

  it('lives in projects of any name, and in any relation to home', async () => {
    const odd = folderWith({ "it's, a:b\\c #1/a.txt": 'one' })
    const places = [
      join(odd, "it's, a:b\\c #1"),
      home,
      join(home, 'notes'),
      folderWith({ 'a.txt': '' }, realHome),
      folderWith({ 'a.txt': '' }, '/var/tmp'),
    ]
    for (const project of places) {
      const { changes, stderr } = await runInCell(
        cellOptions(project, ['/bin/sh', '-c', 'echo 2 > n.txt; cat n.txt >&2']),
      )
      expect(stderr).toBe('2\n')
      expect(changes).toEqual([{ kind: 'write', place: 'project', path: 'n.txt', existed: false }])
      expect(existsSync(join(project, 'n.txt'))).toBe(false)
    }
    const inside = folderWith({ 'home/x': 'x' })
    process.env['HOME'] = join(inside, 'home')
    const { changes } = await runInCell(cellOptions(inside, ['/bin/sh', '-c', 'echo 2 > ~/x']))
    expect(changes).toEqual([{ kind: 'write', place: 'project', path: 'home/x', existed: true, kept: false }])
  })

  it('reopens its own stdout', async () => {
    const { stdout } = await runScript('echo one > /dev/stdout; echo two > /proc/self/fd/1')
    expect(stdout).toBe('one\ntwo\n')
  })

  it('finds its project through a link', async () => {
    const project = folderWith(FILES)
    const link = join(folderWith({}), 'link')
    symlinkSync(project, link)
    const { changes } = await runInCell(cellOptions(link, ['/bin/sh', '-c', 'echo 2 > a.txt']))
    expect(changes).toEqual([{ kind: 'write', place: 'project', path: 'a.txt', existed: true, kept: false }])
  })

  it('is given files of other owners to change', async () => {
    const project = folderWith(FILES)
    chmodSync(join(project, 'a.txt'), 0o666)
    const { changes, stderr } = await runInCell(
      cellOptions(project, ['/bin/sh', '-c', 'echo 2 > a.txt'], { layers: UNTRACED }),
    )
    expect(stderr).toBe('')
    expect(changes).toHaveLength(1)
  })
})

/** Names, types, modes, contents and targets of a whole tree. */
function digestOf(folder: string): string {
  const hash = createHash('sha256')
  const add = (path: string) => {
    const stats = lstatSync(path)
    hash.update(`${path} ${stats.mode} ${stats.isDirectory() ? '' : stats.mtimeMs}\n`)
    if (stats.isSymbolicLink()) hash.update(readlinkSync(path))
    else if (stats.isFile()) hash.update(readFileSync(path))
    else if (stats.isDirectory()) for (const name of readdirSync(path).toSorted()) add(join(path, name))
  }
  add(folder)
  return hash.digest('hex')
}
