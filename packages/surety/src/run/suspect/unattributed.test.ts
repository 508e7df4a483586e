import { describe, expect, it } from 'vitest'
import type { FileEffect } from '../../judge/effect-evidence.ts'
import { normalizedKey } from './unattributed.ts'

function alike(one: string, other: string, place: FileEffect['place']): boolean {
  const effect = (path: string): FileEffect => ({
    kind: 'write',
    path,
    place,
    outcome: 'undone',
    existed: false,
    call: undefined,
  })
  return normalizedKey(effect(one)) === normalizedKey(effect(other))
}

describe('effects that were seen in two runs are taken for the same', () => {
  it.each([
    ['/tmp/4dpi83n8', '/tmp/etvekpzd', 'temp'],
    ['/tmp/tmp0pf5xgge', '/tmp/tmpzyw_agkf', 'temp'],
    ['/tmp/app-AbCdEf/out.json', '/tmp/app-x1Y2z3/out.json', 'temp'],
    ['/tmp/job_9', '/tmp/job_10', 'temp'],
    ['out/1700000000.json', 'out/1700000001.json', 'project'],
    ['out/deadbeef01.json', 'out/0123456789abcdef.json', 'project'],
  ] as const)('%s and %s in %s', (one, other, place) => {
    expect(alike(one, other, place)).toBe(true)
  })
})

describe('effects that are told apart', () => {
  it.each([
    ['/tmp/notes', '/tmp/cache', 'temp'],
    ['/tmp/4dpi83n8', '/tmp/4dpi83n8.log', 'temp'],
    ['/tmp/4dpi83n8/in', '/tmp/4dpi83n8/out', 'temp'],
    ['template', 'settings', 'project'],
  ] as const)('%s and %s in %s', (one, other, place) => {
    expect(alike(one, other, place)).toBe(false)
  })
})
