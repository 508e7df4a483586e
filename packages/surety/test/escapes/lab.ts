import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { folderWith } from '../run-in-cell.ts'
import type { Escape, Lab } from './escape.ts'

export interface OpenLab extends Lab {
  /** Whatever of it is told inside has come from outside. */
  readonly secret: string
  /** What was done to what lies outside. */
  readonly harm: () => readonly string[]
  readonly close: () => void
}

let keys = 0x5e000000 + (process.pid % 0xffff) * 0x100
let built: string | undefined

/** The programs that attempts are made with, and against. */
function tools(): string {
  if (built !== undefined) return built
  const folder = folderWith({})
  const compile = (name: string, output: string, ...words: readonly string[]) =>
    execFileSync('gcc', ['-O1', '-o', join(folder, output), join(import.meta.dirname, name), ...words])
  compile('attempt.c', 'attempt', '-lrt')
  compile('outsider.c', 'outsider', '-lrt')
  compile('preloaded.c', 'preloaded.so', '-shared', '-fPIC', '-ldl')
  chmodSync(folder, 0o755)
  built = folder
  return folder
}

/** Makes what an escape finds, owned by whoever will run it. */
export async function openLab(escape: Escape, uid: number): Promise<OpenLab> {
  keys += 1
  const [key, secret] = [keys, `secret-${Math.random().toString(36).slice(2)}`]
  const project = folderWith({})
  const home = folderWith({
    '.ssh/id': secret,
    '.npmrc': secret,
    '.aws/credentials': secret,
    '.gnupg/ring': secret,
    n: '',
  })
  const beside = folderWith({})
  const outside = folderWith({ marker: '1', marker2: '1' }, '/var/tmp')
  for (const name of ['attempt', 'preloaded.so']) copyFileSync(join(tools(), name), join(project, name))
  for (const path of [project, home, beside, outside]) own(path, uid)
  for (const path of [outside, join(outside, 'marker')]) chmodSync(path, 0o777)
  const words = [outside, String(key), join(home, '.gnupg/S.agent')]
  const victim = spawn(join(tools(), 'outsider'), words, {
    env: { SURETY_SECRET: secret },
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(uid !== process.getuid?.() && { uid, gid: uid }),
  })
  let heard = ''
  victim.stdout.on('data', (text) => (heard += String(text)))
  await Promise.race([once(victim.stdout, 'data'), once(victim, 'exit')])
  if (heard === '') throw new Error('the process outside did not start')
  const port = Number(heard)
  const lab = { project, home, beside, outside, victim: victim.pid ?? 0, port, key, abstract: outside }
  for (const [name, text] of Object.entries(escape.files?.(lab) ?? {})) {
    mkdirSync(dirname(join(project, name)), { recursive: true })
    writeFileSync(join(project, name), text, { mode: 0o755 })
  }
  if (escape.before !== undefined)
    execFileSync('/bin/sh', ['-c', escape.before(lab)], { cwd: project, stdio: 'ignore' })
  own(project, uid)
  const folders = [project, home, outside, '/dev/shm']
  const before = folders.map((folder) => contents(folder, folder === '/dev/shm' ? 0 : 20))
  return {
    ...lab,
    secret,
    harm() {
      const after = folders.map((folder) => contents(folder, folder === '/dev/shm' ? 0 : 20))
      const isHalted =
        victim.exitCode !== null || victim.signalCode !== null || !/^State:\tS/m.test(statusOf(lab.victim))
      return [
        ...before
          .flatMap((was, index) => differences(was, after[index] ?? new Map()))
          .filter((path) => !path.startsWith('/dev/shm') || path.includes(String(key))),
        ...(heard === `${port}\n` ? [] : [heard]),
        ...(isHalted ? ['the process outside was ended or halted'] : []),
      ]
    },
    close: () => void victim.stdin.end(),
  }
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

function own(path: string, uid: number): void {
  if (uid === process.getuid?.()) return
  lchownSync(path, uid, uid)
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) own(join(path, name), uid)
}

/** Everything in a folder, by path. */
function contents(folder: string, depth: number, found = new Map<string, string>()): ReadonlyMap<string, string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const stats = lstatSync(path)
    const text = stats.isFile() && depth > 0 ? readFileSync(path, 'latin1') : ''
    found.set(path, [stats.mode, stats.uid, stats.isFile() ? stats.mtimeMs : 0, text].join(' '))
    if (stats.isDirectory() && depth > 0) contents(path, depth - 1, found)
  }
  return found
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])]
  return paths.filter((path) => before.get(path) !== after.get(path)).map((path) => `${path} changed`)
}
