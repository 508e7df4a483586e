import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Sighting } from '../cell.ts'
import { CellView } from '../files/cell-view.ts'
import { ProcessSightings } from './process-sightings.ts'
import { type TraceCall, straceCall } from './strace-line.ts'

const SERVER = 10
const CHILD = 11
const GRANDCHILD = 12

/** A home with a shim that stands for python, as the server sees it. */
const scratch = mkdtempSync(join(tmpdir(), 'surety-home-'))
const HOME = {
  place: 'home',
  path: '/home/ada',
  known: '/home/ada',
  real: join(scratch, 'real'),
  writes: join(scratch, 'upper'),
  layered: true,
} as const
const SHIM = '/home/ada/.pyenv/shims/python'
for (const folder of [HOME.real, HOME.writes]) mkdirSync(join(folder, '.pyenv/shims'), { recursive: true })
writeFileSync(join(HOME.real, '.pyenv/shims/python'), '')
writeFileSync(join(HOME.real, '.profile'), '')
writeFileSync(join(HOME.writes, '.pyenv/shims/forged'), '')
writeFileSync(join(HOME.writes, '.evil'), '')
afterAll(() => rmSync(scratch, { recursive: true }))

function call(pid: number, at: number, text: string): TraceCall {
  const read = straceCall(pid, at, text)
  if (read === undefined) throw new Error(`not a call: ${text}`)
  return read
}

function processes(): { readonly seen: Sighting[]; readonly known: ProcessSightings } {
  const seen: Sighting[] = []
  const view = new CellView([HOME], '/scratch', true)
  return { seen, known: new ProcessSightings(SERVER, '/project', 'sh', view, (sighting) => seen.push(sighting)) }
}

const forked = (parent: number, child: number, at: number): TraceCall =>
  call(parent, at, `clone(flags=SIGCHLD) = ${child}`)
const started = (pid: number, at: number): TraceCall => call(pid, at, 'execve("\\x2f\\x63", ["\\x63"], 0x1) = 0')

describe('processes that a server starts', () => {
  it('run on, from when they were started, unless they have ended', () => {
    const { seen, known } = processes()
    known.begins(SERVER, 'clone')
    known.read(forked(SERVER, CHILD, 1))
    known.read(started(CHILD, 2))
    known.settle()
    known.settle()
    expect(seen).toEqual([
      { at: 2, kind: 'process', command: 'c', detached: false },
      { at: 1, kind: 'running' },
    ])
  })

  it('have ended also where they ended before the call that made them returned', () => {
    const { seen, known } = processes()
    known.begins(SERVER, 'clone')
    known.read(started(CHILD, 2))
    known.ends(CHILD)
    known.read(forked(SERVER, CHILD, 1))
    known.settle()
    expect(seen).toEqual([{ at: 2, kind: 'process', command: 'c', detached: false }])
  })

  it('are told apart from what started them, though nobody saw them being made yet', () => {
    const { seen, known } = processes()
    known.begins(SERVER, 'clone')
    known.read(forked(SERVER, CHILD, 1))
    known.begins(CHILD, 'clone')
    known.read(started(GRANDCHILD, 3))
    known.ends(GRANDCHILD)
    known.read(forked(CHILD, GRANDCHILD, 2))
    known.ends(CHILD)
    known.settle()
    expect(seen).toEqual([{ at: 3, kind: 'process', command: 'c', detached: false }])
  })

  it('may take the number of one that has ended', () => {
    const { seen, known } = processes()
    known.begins(SERVER, 'clone')
    known.read(started(CHILD, 2))
    known.ends(CHILD)
    known.read(forked(SERVER, CHILD, 1))
    known.begins(SERVER, 'clone')
    known.read(forked(SERVER, CHILD, 5))
    known.settle()
    expect(seen.at(-1)).toEqual({ at: 5, kind: 'running' })
  })
})

const hex = (text: string): string => `"${text.replaceAll(/[^]/g, (char) => `\\x${char.charCodeAt(0).toString(16)}`)}"`
const runs = (pid: number, file: string, ...words: readonly string[]): TraceCall =>
  call(pid, 3, `execve(${hex(file)}, [${[file, ...words].map(hex).join(', ')}], 0x1) = 0`)

describe('what the machine does when a child is started', () => {
  const CACHE = '/home/ada/.pyenv/cache'
  const NOTES = '/home/ada/notes'

  it('is of nobody who speaks while others make processes too, until it is known whose it is', () => {
    const { known } = processes()
    known.read(forked(SERVER, CHILD, 1))
    known.read(runs(CHILD, SHIM))
    known.begins(SERVER, 'clone')
    known.begins(CHILD, 'clone')
    const OTHER = 13
    expect([GRANDCHILD, OTHER].map((pid) => known.ownerOf(pid, CACHE))).toEqual([undefined, undefined])
    known.read(forked(CHILD, GRANDCHILD, 2))
    known.read(forked(SERVER, OTHER, 2))
    expect([GRANDCHILD, OTHER].map((pid) => known.ownerOf(pid, CACHE))).toEqual(['machine', undefined])
  })

  it('is no work of a program that nobody can tell who started', () => {
    const { known } = processes()
    known.read(forked(SERVER, CHILD, 1))
    known.read(runs(CHILD, SHIM))
    known.begins(SERVER, 'clone')
    known.begins(CHILD, 'clone')
    known.read(runs(GRANDCHILD, '/bin/mkdir', CACHE))
    known.read(forked(SERVER, GRANDCHILD, 2))
    expect(known.ownerOf(GRANDCHILD, CACHE)).toBeUndefined()
  })

  it('is that of a shim until the program runs, its helpers among it, in the folders of its manager', () => {
    const { known, seen } = processes()
    known.read(forked(SERVER, CHILD, 1))
    known.read(runs(CHILD, SHIM))
    known.read(runs(CHILD, '/usr/bin/bash', SHIM))
    known.read(forked(CHILD, GRANDCHILD, 4))
    known.read(runs(GRANDCHILD, '/bin/mkdir', CACHE))
    expect([CHILD, GRANDCHILD].map((pid) => known.ownerOf(pid, CACHE))).toEqual(['machine', 'machine'])
    expect([CHILD, GRANDCHILD].map((pid) => known.ownerOf(pid, NOTES))).toEqual([undefined, undefined])
    expect(known.ownerOf(SERVER, CACHE)).toBeUndefined()
    known.read(runs(CHILD, '/home/ada/.pyenv/versions/3/bin/python'))
    expect(known.ownerOf(CHILD, CACHE)).toBeUndefined()
    const programs = seen.flatMap((one) => (one.kind === 'process' && one.owner === undefined ? [one.command] : []))
    expect(programs).toEqual([SHIM, '/home/ada/.pyenv/versions/3/bin/python'])
  })

  it('is not that of a shim which the server itself wrote', () => {
    const { known } = processes()
    known.read(runs(CHILD, '/home/ada/.pyenv/shims/forged'))
    expect(known.ownerOf(CHILD, CACHE)).toBeUndefined()
  })

  it('stays that of a profile which reads what it wrote itself, or what the kernel tells of processes', () => {
    const { known } = processes()
    known.read(runs(CHILD, '/bin/bash', '-lc', 'git status'))
    expect(known.ownerOf(CHILD, '/home/ada/.evil')).toBe('unsure')
    known.reads(CHILD, '/home/ada/.evil')
    known.reads(CHILD, '/proc/7/cmdline')
    expect(known.ownerOf(CHILD, NOTES)).toBe('unsure')
  })

  it('is that of a profile until the program runs, unless the profile is the server’s', () => {
    const { known } = processes()
    known.read(runs(CHILD, '/bin/bash', '-lc', 'git status'))
    known.reads(CHILD, '/home/ada/.profile')
    expect(known.ownerOf(CHILD, NOTES)).toBe('unsure')
    known.reads(CHILD, '/home/ada/.evil')
    expect(known.ownerOf(CHILD, NOTES)).toBeUndefined()
    known.read(runs(GRANDCHILD, '/bin/bash', '-lc', 'cd x; git status'))
    expect(known.ownerOf(GRANDCHILD, NOTES)).toBe('unsure')
    known.read(runs(GRANDCHILD, '/usr/bin/git', 'status'))
    expect(known.ownerOf(GRANDCHILD, NOTES)).toBeUndefined()
  })
})
