import { expect, test } from 'vitest'
import type { Effects } from './declare.ts'
import { recordedEffect, undeclaredEffect } from './recorded-effect.ts'

test.each([
  ['a.json', 'project', 'a.json'],
  ['./data//x/../a.json', 'project', 'data/a.json'],
  ['data\\a.json', 'project', 'data/a.json'],
  ['data/', 'project', 'data'],
  ['tmp/a', 'project', 'tmp/a'],
  ['../a.json', 'elsewhere', '../a.json'],
  ['data/../../a.json', 'elsewhere', 'data/../../a.json'],
  ['~/.ssh/id', 'home', '~/.ssh/id'],
  ['/tmp/a', 'temp', '/tmp/a'],
  ['/tmp', 'temp', '/tmp'],
  ['/dev/shm/a', 'temp', '/dev/shm/a'],
  ['/private/var/folders/x/y/T/a', 'temp', '/private/var/folders/x/y/T/a'],
  ['C:\\Users\\me\\AppData\\Local\\Temp\\a', 'temp', 'C:/Users/me/AppData/Local/Temp/a'],
  ['/tmp/../etc/passwd', 'elsewhere', '/etc/passwd'],
  ['/tmpfiles/a', 'elsewhere', '/tmpfiles/a'],
  ['/var/tmp/a', 'elsewhere', '/var/tmp/a'],
  ['/srv/app/data/a.json', 'elsewhere', '/srv/app/data/a.json'],
  ['C:\\data\\a', 'elsewhere', 'C:/data/a'],
])('the recorded path %j lies in %s', (target, place, path) => {
  expect(recordedEffect({ kind: 'append', target })).toEqual({ kind: 'append', place, path, existed: true })
})

test('what is created was not there before; other kinds than of files and connections are free text', () => {
  expect(recordedEffect({ kind: 'create', target: 'a' })).toMatchObject({ existed: false })
  expect(recordedEffect({ kind: 'connect', target: 'a:1' })).toEqual({ kind: 'connect', target: 'a:1' })
  for (const kind of ['read', 'order', 'process', 'attributes', 'constructor', 'Write'])
    expect(recordedEffect({ kind, target: 'a' })).toBeUndefined()
})

const NOTHING: Effects = { sideEffects: undefined, writes: [], network: 'none' }
const hosts = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `${name}.example:443`)

test.each<[Partial<Effects>, string, string, string | undefined]>([
  [{}, 'write', 'a.json', "It recorded write 'a.json' in the project, but its contract declares no writes."],
  [
    { writes: ['data/**'] },
    'rename',
    'other/x',
    "It recorded rename 'other/x' in the project, but its contract declares writes 'data/**'.",
  ],
  [
    { sideEffects: 'none' },
    'create',
    '/tmp/a',
    "It recorded create '/tmp/a' in a folder for temporary files, but its contract declares sideEffects 'none'.",
  ],
  [
    { sideEffects: 'filesystem', writes: ['data/**'] },
    'write',
    '/srv/data/a',
    "It recorded write '/srv/data/a' outside the project, but its contract declares sideEffects 'filesystem' and writes 'data/**' (project files are recorded by relative paths).",
  ],
  [{}, 'connect', 'x:1', "It recorded connect 'x:1', but its contract declares no network."],
  [{ network: [] }, 'connect', 'x:1', "It recorded connect 'x:1', but its contract declares no network."],
  [
    { network: hosts },
    'connect',
    'x:1',
    "It recorded connect 'x:1', but its contract declares network 'a.example:443', 'b.example:443', 'c.example:443', 'd.example:443', 'e.example:443', and 2 more.",
  ],
  [{ network: ['*.example:443'] }, 'connect', 'a.example:443', undefined],
  [{ network: ['localhost:80'] }, 'connect', '127.0.0.1:80', undefined],
  [{ writes: ['data/**'] }, 'write', './data/a', undefined],
  [{}, 'read', '/etc/passwd', undefined],
])('under %j, %s %s is told in one sentence, or allowed', (declared, kind, target, sentence) => {
  expect(undeclaredEffect({ ...NOTHING, ...declared }, { kind, target })).toBe(sentence)
})
