import { describe, expect, test } from 'vitest'
import { type Started, isStillStarting, machineStart, ownerOfChange } from './machine-start.ts'

const homeOf = (path: string): string | undefined =>
  path.startsWith('/home/ada/') ? path.slice('/home/ada/'.length) : undefined
const started = (file: string, ...words: readonly string[]): Started => ({
  file,
  inHome: homeOf(file),
  words: [file, ...words],
})

describe('a shell that is started', () => {
  test.each<[readonly string[], readonly string[]]>([
    [
      ['-l', '-c', 'git status'],
      ['git', 'status'],
    ],
    [
      ['--login', '-c', 'exec /opt/x/tool --all=yes'],
      ['exec', 'tool', '--all', 'yes'],
    ],
    [
      ['-lc', 'cd x && git status'],
      ['cd', 'x', 'git', 'status'],
    ],
    [
      ['-lc', '. ./evil.sh'],
      ['.', 'evil.sh'],
    ],
    [
      ['-lc', 'echo x > y'],
      ['echo', 'x', 'y'],
    ],
    [
      ['-lc', 'git $(evil)'],
      ['git', 'evil'],
    ],
    [
      ['-lc', 'git status\nevil'],
      ['git', 'status', 'evil'],
    ],
    [
      ['-lc', 'time cp a b'],
      ['time', 'cp', 'a', 'b'],
    ],
    [
      ['-lc', 'exec -a x cp a b'],
      ['exec', '-a', 'x', 'cp', 'a', 'b'],
    ],
    [
      ['-lc', 'nvm install 20'],
      ['nvm', 'install', '20'],
    ],
    [['-l'], []],
  ])('%j runs a profile first, and then may run %j', (words, programs) => {
    const start = machineStart(started('/bin/bash', ...words))
    expect(start).toEqual({ kind: 'profile', programs })
  })

  test.each([[['-c', 'git status']], [['script.sh', '-l']], [[]]])('%j reads no profile', (words) => {
    expect(machineStart(started('/bin/bash', ...words))).toBeUndefined()
  })

  test('is at its profile until the program starts', () => {
    const start = { kind: 'profile', programs: ['git'] } as const
    expect(isStillStarting(start, started('/bin/mkdir', '-p', 'x'), homeOf, true)).toBe(true)
    expect(isStillStarting(start, started('/usr/bin/git', 'status'), homeOf, false)).toBe(false)
    expect(ownerOfChange(start, 'home', '.cache/x')).toBe('unsure')
    expect(ownerOfChange(start, 'project', undefined)).toBeUndefined()
  })
})

describe('a shim', () => {
  const file = '/home/ada/.pyenv/shims/python'
  const start = machineStart(started(file))

  test.each<[string, Started, boolean, boolean]>([
    ['its interpreter', started('/usr/bin/bash', file, '-c', 'x'), false, true],
    ['its manager', started('/home/ada/.pyenv/libexec/pyenv', 'exec', 'python'), false, true],
    ['a helper', started('/usr/bin/sed', 's/a/b/'), true, true],
    ['the program', started('/home/ada/.pyenv/versions/3.12/bin/python3.12', '-c', 'x'), false, false],
    ['the program of the system', started('/usr/bin/python', '-c', 'x'), false, false],
    ['the program, as a child', started('/usr/bin/python', '-c', 'x'), true, false],
    ['a shell that runs something else', started('/bin/sh', '/srv/evil.sh'), false, false],
  ])('then starts %s', (_, next, isChild, isStill) => {
    if (start === undefined) throw new Error('That is a shim.')
    expect(isStillStarting(start, next, homeOf, isChild)).toBe(isStill)
  })

  test.each([
    ['home', '.pyenv/shims/.pyenv-shim', 'machine'],
    ['home', '.bashrc', undefined],
    ['project', '.pyenv/x', undefined],
    ['temp', undefined, undefined],
  ])('changes what is its own: %s %s', (place, inHome, owner) => {
    if (start === undefined) throw new Error('That is a shim.')
    expect(ownerOfChange(start, place, inHome)).toBe(owner)
  })

  test.each(['/home/ada/bin/python', '/opt/.pyenv/shims/python', '/home/ada/.pyenv/versions/3/bin/python'])(
    '%s is none',
    (file) => {
      expect(machineStart(started(file))).toBeUndefined()
    },
  )
})
