import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ProcessGroupTracker } from './process-group-tracker.ts'
import {
  isListedAlive,
  listProcesses,
  listedChildren,
  listedCommand,
  listedMemory,
  parseProcess,
} from './process-list.ts'

describe('a line of ps', () => {
  it.each([
    [
      "is read as macOS's prints it",
      '  4711     1  4700   12345 S+     1:02.50 Wed Nov 18 20:33:01 2026    ',
      { pid: 4711, parent: 1, group: 4700, residentBytes: 12_641_280, state: 'S', ranMs: 62_500 },
    ],
    [
      "is read as Linux's prints it",
      '1 0 1 100 Ss 1-02:03:04 Wed Nov 18 20:33:01 2026',
      { pid: 1, parent: 0, state: 'S', ranMs: 93_784_000, started: 'Wed Nov 18 20:33:01 2026' },
    ],
  ])('%s', (_, line, expected) => {
    expect(parseProcess(line)).toMatchObject(expected)
  })

  it.each(['', 'ps: illegal option -- o', 'PID PPID PGID RSS STAT TIME STARTED'])('%j is none', (line) => {
    expect(parseProcess(line)).toBeUndefined()
  })
})

describe.skipIf(!existsSync('/bin/ps') && !existsSync('/usr/bin/ps'))('the list of processes', () => {
  it('tells of this one what the kernel does', () => {
    const own = listProcesses().find(({ pid }) => pid === process.pid)
    expect(own).toMatchObject({ parent: process.ppid })
    expect(listedMemory(process.pid).resident).toBeGreaterThan(process.memoryUsage().rss / 4)
    expect(listedCommand(process.pid)).toContain('node')
  })

  it('finds a group, and who left it after having been seen there', async () => {
    const child = spawn('/bin/sh', ['-c', 'sleep 60 & sleep 61'], { detached: true, stdio: 'ignore' })
    const root = child.pid ?? 0
    const family = new ProcessGroupTracker()
    try {
      await expect.poll(() => listedChildren(root).length).toBe(2)
      const members = family.members(root)
      expect(members).toHaveLength(3)
      const ended = new Promise((resolve) => child.once('exit', resolve))
      process.kill(root, 'SIGKILL')
      await ended
      await expect.poll(() => isListedAlive(root)).toBe(false)
      expect(new Set(family.members(root))).toEqual(new Set(members.filter((pid) => pid !== root)))
    } finally {
      process.kill(-root, 'SIGKILL')
    }
  })
})
