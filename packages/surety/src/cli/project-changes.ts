import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stop } from '../run/request/stop.ts'

/** Nobody writes these by hand. */
const IGNORED = new Set(
  `node_modules .git .hg .svn .surety .cache .venv venv __pycache__ .mypy_cache .pytest_cache .tox .next .nuxt .turbo .idea
   .vscode coverage tmp temp target`.split(/\s+/),
)
const MAX_FILES = 20_000
const LOOK_MS = 300

/** Each file below the folder, and what differs once it was written or replaced. */
type Files = ReadonlyMap<string, string>

export async function projectFiles(root: string, written: readonly string[]): Promise<Files> {
  const files = new Map<string, string>()
  const folders = [root]
  for (const folder of folders) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && !IGNORED.has(entry.name)) folders.push(path)
      if (!entry.isFile() || written.includes(path) || files.size >= MAX_FILES) continue
      files.set(path, await stateOf(path))
    }
  }
  return files
}

/**
 * What is other than before, once it was so in two looks: editors write, rename and remove on the way. Looking works on every
 * file system, also where none tells of changes. Undefined once it is stopped.
 */
export async function settledChange(
  root: string,
  written: readonly string[],
  before: Files,
  stop: Stop,
): Promise<readonly string[] | undefined> {
  let seen = before
  for (;;) {
    const began = performance.now()
    const files = await projectFiles(root, written)
    const changed = differing(before, files)
    if (stop.reason !== undefined) return undefined
    if (changed.length > 0 && differing(seen, files).length === 0) return changed
    seen = files
    // A large project is not to keep the machine busy.
    await stop.pause(Math.max(LOOK_MS, 5 * (performance.now() - began)))
  }
}

function differing(one: Files, other: Files): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path)).toSorted()
}

async function stateOf(file: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true })
    return [dev, ino, size, mtimeNs, ctimeNs].join(':')
  } catch {
    return ''
  }
}
