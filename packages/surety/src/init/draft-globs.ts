import { posix } from 'node:path'
import { leadsToGlob, matchesGlob } from '@surety/tool-contracts/tools'
import type { FileEffect } from '../judge/effect-evidence.ts'

/** So many files of one kind were named by the input, and the next name is another: in a folder of their own two say it. */
const MANY = { inFolder: 2, atTop: 3 }

/** Globs that allow these changes of project files and, as far as names tell, those that the next call will make. */
export function globsOf(effects: readonly Pick<FileEffect, 'path'>[]): readonly string[] {
  const names = [...new Set(effects.map(({ path }) => globOf(path)))]
  const globs = [...new Set(names.map((name) => familyGlob(name, names)))]
  // Of two that allow the same, the first stays.
  return globs.filter(
    (glob, index) =>
      !globs.some((other, at) => other !== glob && includes(other, glob) && (at < index || !includes(glob, other))),
  )
}

/** Characters that no glob names. */
const ANY = '\u0001'

/** Does the first allow all that the second does: also where its stars stand for nothing, or for much? */
function includes(wide: string, glob: string): boolean {
  const allows = (star: string): boolean => matchesGlob(wide, glob.replaceAll('*', star).replaceAll('?', ANY))
  return leadsToGlob(wide, glob) || (allows('') && allows(ANY.repeat(3)))
}

function familyGlob(name: string, names: readonly string[]): string {
  const family = familyOf(name)
  const many = family.includes('/') && extensionOf(name) !== '' ? MANY.inFolder : MANY.atTop
  return names.filter((other) => familyOf(other) === family).length < many ? name : family
}

function familyOf(name: string): string {
  const folder = posix.dirname(name)
  return `${folder === '.' ? '' : `${folder}/`}*${extensionOf(name)}`
}

/** Also of a name that is nothing else: an empty input made it. */
function extensionOf(name: string): string {
  return /\.[^./]+$/.exec(name)?.[0] ?? ''
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
const HEX = /(?=[a-f]*\d)[0-9a-f]{6,}/gi
const NUMBER = /\d+/g

/** Ids, times and counters in a name are others the next time; what a glob would read as its own is any character. */
function globOf(path: string): string {
  return path
    .replaceAll(/[*?{}[\]\\]/g, '?')
    .replace(/^~|^[A-Za-z](?=:)/, '?')
    .replaceAll(ID, '*')
    .replaceAll(HEX, '*')
    .replaceAll(NUMBER, '*')
    .replaceAll(/\*{2,}/g, '*')
}
