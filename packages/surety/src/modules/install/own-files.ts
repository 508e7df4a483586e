/** Files below `.surety`: none of them is reached through a link. */
import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { dirname, join, relative, sep } from 'node:path'
import { realOf } from '../../author/yaml/bounds.ts'
import { readText } from '../../author/yaml/read-text.ts'
import type { ModuleAnswer, ModuleFailure } from '../module.ts'

/** What a name leads to: nothing, the thing itself, or something else by way of a link. */
export function standingOf(path: string): 'missing' | 'itself' | 'linked' {
  const real = realOf(path)
  if (real !== undefined) return real === path ? 'itself' : 'linked'
  return lstatSync(path, { throwIfNoEntry: false }) === undefined ? 'missing' : 'linked'
}

/** Makes the folder where it is missing; `root` is real. */
export function ownFolder(root: string, ...names: readonly string[]): ModuleAnswer<string> {
  let folder = root
  for (const name of names) {
    folder = join(folder, name)
    if (standingOf(folder) === 'missing') makeOne(folder)
    const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
    if (standingOf(folder) !== 'itself' || !isFolder) return { ok: false, error: notOurs(root, folder) }
  }
  return { ok: true, value: folder }
}

/** The file's text; undefined where there is none. */
export function ownText(root: string, file: string, most: number): ModuleAnswer<string | undefined> {
  const standing = standingOf(file)
  if (standing === 'missing') return { ok: true, value: undefined }
  if (standing === 'linked') return { ok: false, error: notOurs(root, file) }
  const read = readText(file, [dirname(file)], most)
  if (read.ok) return { ok: true, value: read.text }
  return { ok: false, error: { code: 'PATH_REFUSED', message: `${shown(root, file)}: ${read.message} ${read.fix}` } }
}

/** Whoever reads meanwhile, or after a crash, finds the old file or the new one, never a half. */
export function replaceFile(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}.tmp`
  try {
    writeFileSync(draft, text, { flag: 'wx', flush: true, mode: 0o600 })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  flushFolder(dirname(file))
}

/** What was renamed into the folder is there after a crash too. */
export function flushFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Relative to the root, with `/`. */
function shown(root: string, path: string): string {
  return relative(root, path).split(sep).join('/')
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Somebody else was faster.
    if (standingOf(folder) === 'missing') throw error
  }
}

function notOurs(root: string, path: string): ModuleFailure {
  const message = `${shown(root, path)} is a link, or no folder or file of its own; what is installed is not read or written through it. Remove it, and ask again.`
  return { code: 'PATH_REFUSED', message }
}
