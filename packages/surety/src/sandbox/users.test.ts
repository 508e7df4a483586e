import { chownSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FULL, type Ran, cellOptions, folderWith } from '../../test/run-in-cell.ts'
import { inOtherProcess } from '../../test/other-process.ts'
import { probeLayers } from './probe-layers.ts'

const NOBODY = 65_534
const GROUP = 54_321
const able = await probeLayers()

/** Runs a script in a cell made by another user, after `prepare` in a mount namespace of its own. */
async function runAs(
  uid: number,
  home: string,
  project: string,
  script: string,
  prepare = 'true',
): Promise<Pick<Ran, 'stdout' | 'stderr' | 'changes'>> {
  const options = cellOptions(project, ['/bin/sh', '-c', script], { layers: FULL })
  return inOtherProcess(`return runInCell(${JSON.stringify(options)})`, {
    uid,
    groups: [GROUP],
    env: { HOME: home },
    prepare,
  })
}

function ownedBy(uid: number, files: Readonly<Record<string, string>>): string {
  const folder = folderWith(files)
  for (const path of [folder, ...Object.keys(files).map((name) => join(folder, name))]) chownSync(path, uid, uid)
  return folder
}

describe.skipIf(process.getuid?.() !== 0 || !able.L1.works || !able.L2.works).each([
  ['root', 0],
  ['an ordinary user', NOBODY],
])('%s', (_, uid) => {
  it('runs a server as itself on files of its own', async () => {
    const [home, project] = [ownedBy(uid, { secret: '1' }), ownedBy(uid, { 'a.txt': 'one' })]
    const { stdout, stderr, changes } = await runAs(
      uid,
      home,
      project,
      'id -u; echo 2 > a.txt; echo 3 > ~/n; stat -c %u a.txt; echo 1 > /etc/surety-test',
    )
    expect(stdout).toBe(`${uid}\n${uid}\n`)
    expect(stderr).toContain('Read-only file system')
    expect(changes).toEqual([
      { kind: 'write', place: 'project', path: 'a.txt', existed: true, kept: false },
      { kind: 'write', place: 'home', path: join(home, 'n'), existed: false },
    ])
    expect(readFileSync(join(project, 'a.txt'), 'utf8')).toBe('one')
  })

  it('keeps what is mounted inside project and home, read-only', async () => {
    const [home, project] = [ownedBy(uid, { x: '' }), ownedBy(uid, { 'a.txt': 'one', volume: '' })]
    const source = ownedBy(uid, { 'v.txt': 'volume' })
    const prepare = `mkdir ${home}/v ${project}/v && mount --bind ${source} ${home}/v && mount --bind ${source} ${project}/v && mount --bind ${source}/v.txt ${project}/volume`
    const { stdout, changes } = await runAs(
      uid,
      home,
      project,
      'cat v/v.txt ~/v/v.txt volume; for f in v ~/v; do echo 2 > $f/v.txt; done; echo 2 > volume; echo 2 > a.txt',
      prepare,
    )
    expect(stdout).toBe('volumevolumevolume')
    expect(changes).toEqual([{ kind: 'write', place: 'project', path: 'a.txt', existed: true, kept: false }])
    expect(readFileSync(join(source, 'v.txt'), 'utf8')).toBe('volume')
  })

  it('is contained although something is mounted in folders that are masked', async () => {
    const [home, project] = [ownedBy(uid, { x: '' }), ownedBy(uid, { x: '' })]
    const mountTwice = 'mount -t tmpfs none $folder && mkdir $folder/in && mount -t tmpfs none $folder/in'
    const prepare = `mkdir -p ${home}/.aws && for folder in ${home}/.aws /var/backups /etc/ssl/private; do [ ! -d $folder ] || { ${mountTwice}; }; done`
    const { stdout, stderr } = await runAs(
      uid,
      home,
      project,
      'ls -A ~/.aws; echo 1 > /etc/surety-test; echo ran',
      prepare,
    )
    expect(stdout, stderr).toBe('ran\n')
    expect(stderr).toContain('Read-only file system')
  })

  it('changes files of a group it is a member of', async () => {
    const [home, project] = [ownedBy(uid, {}), ownedBy(uid, { 'a.txt': 'one' })]
    chownSync(join(project, 'a.txt'), uid, GROUP)
    const { stderr, changes } = await runAs(uid, home, project, 'echo 2 > a.txt')
    expect(stderr).toBe('')
    expect(changes).toEqual([{ kind: 'write', place: 'project', path: 'a.txt', existed: true, kept: false }])
    expect(readFileSync(join(project, 'a.txt'), 'utf8')).toBe('one')
  })

  it('finds a project on a file system of its own, with restricted mounts around', async () => {
    const [home, project] = [ownedBy(uid, { x: '' }), ownedBy(uid, { x: '' })]
    const owned = `uid=${uid},gid=${uid},mode=755`
    const prepare = `mount -t tmpfs -o nosuid,nodev,noexec,${owned} none ${home} && mkdir ${home}/p && mount -t tmpfs -o nosuid,nodev,${owned} none ${home}/p && mount -t tmpfs -o nosuid,nodev none ${project} && mkdir ${home}/p/q && echo one > ${home}/p/q/a.txt && chown -R ${uid}:${uid} ${home}/p`
    const { stdout, stderr, changes } = await runAs(
      uid,
      home,
      join(home, 'p/q'),
      'cat a.txt; echo 2 > a.txt; echo 1 > ../n',
      prepare,
    )
    expect(stdout, stderr).toBe('one\n')
    expect(changes).toEqual([{ kind: 'write', place: 'project', path: 'a.txt', existed: true, kept: false }])
    expect(existsSync(join(home, 'p'))).toBe(false)
  })
})
