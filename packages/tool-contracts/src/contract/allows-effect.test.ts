import { expect, test } from 'vitest'
import { type Effect, allowsEffect } from './allows-effect.ts'
import type { Effects } from './declare.ts'

const NOTHING: Effects = { sideEffects: undefined, writes: [], network: 'none' }
const change = (path: string, given: Partial<Extract<Effect, { place: string }>> = {}): Effect => {
  return { kind: 'write', place: 'project', path, existed: true, ...given }
}
const temporary = change('/tmp/a', { place: 'temp' })

test.each<[string, Partial<Effects>, Effect, boolean]>([
  ['a project file that nothing is said of', {}, change('a'), false],
  ['a project file beside what is declared', { writes: ['data/**'] }, change('other/x'), false],
  ['a project file that is declared', { writes: ['data/**'] }, change('data/x'), true],
  ['a deletion of what is declared', { writes: ['*.txt'] }, change('a.txt', { kind: 'delete' }), true],
  ['a project file under filesystem', { sideEffects: 'filesystem' }, change('a'), false],
  ['a temporary file that nothing is said of', {}, temporary, false],
  ['a temporary file under none', { sideEffects: 'none' }, temporary, false],
  ['a temporary file under writes alone', { writes: ['**'] }, temporary, false],
  ['a temporary file under filesystem', { sideEffects: 'filesystem' }, temporary, true],
  ['a file at home', { sideEffects: 'filesystem', writes: ['**'] }, change('/root/a', { place: 'home' }), false],
  ['a file elsewhere', { sideEffects: 'filesystem', writes: ['**'] }, change('/etc/a', { place: 'elsewhere' }), false],
  ['a new folder on the way', { writes: ['data/in/**'] }, change('data', { kind: 'create', existed: false }), true],
  ['a folder on the way that was written', { writes: ['data/in/**'] }, change('data', { existed: false }), true],
  ['a folder on the way that was there', { writes: ['data/in/**'] }, change('data'), false],
  [
    'a folder on the way that went',
    { writes: ['data/in/**'] },
    change('data', { kind: 'delete', existed: false }),
    false,
  ],
  ['a connection that nothing is said of', {}, { kind: 'connect', target: 'a:1' }, false],
  ['a connection to any host', { network: 'any' }, { kind: 'connect', target: 'a:1' }, true],
  ['a connection to a declared host', { network: ['b:1', 'a:1'] }, { kind: 'connect', target: 'a:1' }, true],
  ['a connection to another port', { network: ['a:1'] }, { kind: 'connect', target: 'a:2' }, false],
  ['a connection to a host whose name goes on', { network: ['a'] }, { kind: 'connect', target: 'a.evil:1' }, false],
  ['a process that goes on', { sideEffects: 'filesystem', network: 'any' }, { kind: 'process' }, false],
])('%s', (_, declared, effect, isAllowed) => {
  expect(allowsEffect({ ...NOTHING, ...declared }, effect)).toBe(isAllowed)
})
