/**
 * Which paths may be read, by their names alone? Gives the path without `.` and empty segments, or undefined where it is refused.
 * Nothing is looked up: the answer is the same whether there is such a file or not.
 */
export function allowedPath(path: string): string | undefined {
  if (path.startsWith('/') || /\/\.?$/.test(path)) return undefined
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  if (names.length === 0 || !names.every(isAllowedName)) return undefined
  return names.some(isOwnRecord) ? undefined : names.join('/')
}

/** May a file or folder of this name be on the way to what is read? */
export function isAllowedName(name: string): boolean {
  if (UNSAFE.test(name) || !name.isWellFormed()) return false
  const plain = folded(name)
  // Some file systems drop dots and spaces at the end of a name.
  if (/[. ]$/.test(name) || /[./\\ ]$|[/\\]/.test(plain)) return false
  return !DENIED.test(plain.trim())
}

/** `..` needs no entry of its own: no name ends with a dot. */
const DENIED = /^\.env|secret|credential|^\.git$/

/** Control characters, Windows' separators, drives and streams, encoded forms, and short names such as `GIT~1`. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNSAFE = /[\u0000-\u001f\u007f\\:%]|~\d/

/** The name as the most forgiving file system would read it: without case, width, ligatures and invisible characters, and look-alikes as what they look like. */
function folded(name: string): string {
  const visible = name.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  return Array.from(visible.toLowerCase().normalize('NFKC'), (letter) => LOOKALIKES.get(letter) ?? letter).join('')
}

/** What looks like a letter of the denied names, to whoever reads a review. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  ['aаɑα', 'cсϲ', 'dԁɗ', 'eеҽє', 'gɡց', 'iіıι', 'lӏ', 'nոп', 'rг', 'sѕꜱ', 'tтτ', 'vѵν'].flatMap(
    ([letter = '', ...others]) => others.map((other) => [other, letter] as const),
  ),
)

/** What the studio makes for agents to read; the rest of its folder is its record, its keys and its locks. */
const READABLE: ReadonlySet<string> = new Set(['bundles', 'generated', 'installed'])

function isOwnRecord(name: string, index: number, names: readonly string[]): boolean {
  return folded(name) === '.surety' && !READABLE.has(names[index + 1] ?? '')
}
