import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderWith } from '../../test/run-in-cell.ts'
import { isOwnerGone, ownerMark } from './system/owner.ts'
import { clearAbandoned } from './scratch.ts'

const mine = ownerMark() ?? ''
const [world = '', pid = '', start = ''] = mine.split('-')

/** The mark of a process that has ended. */
function markOfTheDead(): string {
  const { pid: dead } = spawnSync('true')
  return `${world}-${dead}-1`
}

it('an owner is known by more than its number', async () => {
  expect(isOwnerGone(mine)).toBe(false)
  expect(isOwnerGone(markOfTheDead())).toBe(true)
  expect(isOwnerGone(`${world}-${pid}-${Number(start) + 1}`)).toBe(true)
  const child = spawn('sleep', ['60'], { stdio: 'ignore' })
  expect(isOwnerGone(`${world}-${child.pid}-1`)).toBe(true)
  child.kill('SIGKILL')
})

it.each(['', 'x', world, `000000000000-${pid}-1`, `${world}-${pid}`, `${world}--1`, `${world}-1e3-1`])(
  'nothing is said of an owner that cannot be known: %j',
  (mark) => expect(isOwnerGone(mark)).toBe(false),
)

it('what a killed run left is removed, whatever it holds; all else stays', async () => {
  const parent = folderWith({ 'precious/file': 'kept' })
  const gone = markOfTheDead()
  const make = (name: string, mode = 0o700): string => {
    mkdirSync(join(parent, name))
    chmodSync(join(parent, name), mode)
    return name
  }
  const left = make(`surety-cell-${gone}-abc123`)
  mkdirSync(join(parent, left, 'locked/in'), { recursive: true })
  symlinkSync(join(parent, 'precious'), join(parent, left, 'link'))
  writeFileSync(join(parent, left, 'locked/in/file'), '')
  chmodSync(join(parent, left, 'locked/in'), 0)
  chmodSync(join(parent, left, 'locked'), 0)
  const kept = [
    make(`surety-cell-${mine}-abc123`),
    make('surety-cell-abc123'),
    make(`surety-cell-${gone}-open12`, 0o755),
    make(`surety-cell-${gone}-more-abc123`),
    make(`other-cell-${gone}-abc123`),
    `surety-cell-${gone}-link12`,
    `surety-cell-${gone}-file12`,
    'precious',
  ]
  symlinkSync(join(parent, 'precious'), join(parent, `surety-cell-${gone}-link12`))
  writeFileSync(join(parent, `surety-cell-${gone}-file12`), '')
  await clearAbandoned([parent, join(parent, 'missing')])
  expect(readdirSync(parent).toSorted()).toEqual(kept.toSorted())
  expect(existsSync(join(parent, 'precious/file'))).toBe(true)
})
