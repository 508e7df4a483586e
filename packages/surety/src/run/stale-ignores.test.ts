import { expect, it } from 'vitest'
import { readContract } from '../author/read-contract.ts'
import { exampleRun } from '../judge/example-evidence.ts'
import { errorOf, findingOf, toolOf } from '../report/fixtures.test-data.ts'
import { staleIgnores, staleServerIgnores } from './stale-ignores.ts'

const { observable } = exampleRun()
const BLIND = { ...observable, filesystem: { how: 'unseen', reason: 'no tracer' } } as const
const known = toolOf('x', { findings: [findingOf('x', { known: true })] })
const clean = toolOf('x')
const UNCHECKED = { promise: 'side_effects', code: 'E012', reason: 'no tracer' }

function messages(tool: typeof clean, until: string, seen: typeof observable = observable): readonly string[] {
  const text = `version: 1\ntool: x\ncontract: {}\nignore: [{ code: E012, reason: known${until} }]\n`
  const read = readContract(text, { path: '/x.yaml', file: 'x.yaml' })
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return staleIgnores(tool, read.contract, '2026-11-16', seen).map(({ message }) => message)
}

it.each([
  ['that excuses a finding', known, '', []],
  ['on its last day', known, ', until: 2026-11-16', []],
  ['that has expired', known, ', until: 2026-11-15', ['expired on 2026-11-15 and counts again.']],
  ['that nothing matches', clean, '', ['was not found any more; remove it.']],
  ['that has expired, and nothing matches', clean, ', until: 2026-11-15', ['was not found any more; remove it.']],
  ['of a tool that was not called', toolOf('x', { calls: 0 }), '', []],
  ['of a promise that was not checked', toolOf('x', { notChecked: [UNCHECKED] }), '', []],
])('an ignored finding %s is told of if somebody should look at it', (_, tool, until, told) => {
  expect(messages(tool, until)).toEqual(told.map((what) => `Ignore: E012 of x (x.yaml:4) ${what}`))
})

it('what could not have been seen is not missed', () => {
  expect(messages(clean, '', BLIND)).toEqual([])
})

it.each([
  ['excuses something', [errorOf({ code: 'W032' })], undefined, []],
  ['has expired', [errorOf({ code: 'W032' })], '2026-11-15', ['expired on 2026-11-15 and counts again.']],
  ['excuses nothing', [], undefined, ['was not found any more; remove it.']],
])('an entry of surety.yaml that %s is told of if somebody should look at it', (_, found, until, told) => {
  const ignore = [{ code: 'W032', reason: 'its own log', until, line: 3, column: 1 }]
  const stale = staleServerIgnores({ ignore }, 'surety.yaml', found, '2026-11-16', observable)
  expect(stale.map(({ message }) => message)).toEqual(
    told.map((what) => `Ignore: W032 of the server (surety.yaml:3) ${what}`),
  )
  expect(staleServerIgnores({ ignore }, 'surety.yaml', [], '2026-11-16', BLIND)).toEqual([])
})
