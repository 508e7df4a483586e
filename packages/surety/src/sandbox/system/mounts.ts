import { readFileSync } from 'node:fs'

/** A mount as the kernel lists it. */
export interface Mount {
  readonly path: string
  readonly options: readonly string[]
}

/** What is mounted where, in this process's own view. */
export function mounts(): readonly Mount[] {
  const lines = readFileSync('/proc/self/mountinfo', 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const [, , , , path = '/', options = ''] = line.split(' ')
    return { path: unescapeOctal(path), options: options.split(',') }
  })
}

/** A path as mountinfo and fstab write it. */
export function escapeOctal(path: string): string {
  // Not by \s: it takes characters for spaces that are several bytes.
  return path.replaceAll(
    /[ \t\n\v\f\r\\#]/g,
    (character) => `\\${(character.codePointAt(0) ?? 0).toString(8).padStart(3, '0')}`,
  )
}

function unescapeOctal(path: string): string {
  return path.replaceAll(/\\(\d{3})/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 8)))
}
