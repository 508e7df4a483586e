import { lstat, readlink } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { allowedPath, isAllowedName } from '../../repository-path.ts'
import { type Found, errnoOf, failed, pathRefused } from './found.ts'

const MAX_LINKS = 40

/**
 * Which file does the path name, once links are followed? Gives its path from the root, free of links. A link is followed by hand, so
 * that nothing outside the root is ever looked at: whether there is something tells nobody anything.
 */
export async function resolveInside(root: string, path: string): Promise<Found<string>> {
  const asked = allowedPath(path)
  if (asked === undefined) return pathRefused(path)
  const ahead = asked.split('/').toReversed()
  const real: string[] = []
  let links = 0
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    if (name === '' || name === '.') continue
    const isUp = name === '..'
    if (isUp ? real.pop() === undefined : !isAllowedName(name)) return pathRefused(path)
    if (isUp) continue
    const target = await linkAt(join(root, ...real, name))
    if (typeof target === 'object') return ahead.every(isPlainName) ? notFound(path, target.errno) : pathRefused(path)
    if (target === undefined) real.push(name)
    else if (++links > MAX_LINKS || !follow(target, root, ahead, real)) return pathRefused(path)
  }
  const resolved = allowedPath(real.join('/'))
  return resolved === undefined ? pathRefused(path) : { ok: true, value: resolved }
}

/** Puts a link's target ahead; says no to one that leaves the root. */
function follow(target: string, root: string, ahead: string[], real: string[]): boolean {
  const isAbsolute = target.startsWith('/') || /^[a-z]:|^\\/i.test(target)
  const base = root.endsWith(sep) ? root : root + sep
  if (isAbsolute && !target.startsWith(base)) return false
  if (isAbsolute) real.length = 0
  const names = isAbsolute ? target.slice(base.length) : target
  ahead.push(...names.split('/').toReversed())
  return true
}

/** Where the link leads, undefined for what is none, or why it cannot be seen. */
async function linkAt(file: string): Promise<string | undefined | { readonly errno: string }> {
  try {
    return (await lstat(file)).isSymbolicLink() ? await readlink(file) : undefined
  } catch (error) {
    const errno = errnoOf(error)
    if (errno === undefined) throw error
    return { errno }
  }
}

/** Behind what is missing, a link's target may still say where it wanted to go. */
function isPlainName(name: string): boolean {
  return name === '' || name === '.' || isAllowedName(name)
}

const MISSING: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'])

export function notFound(path: string, errno: string): Found<never> {
  const shown = path.slice(0, 200)
  if (MISSING.has(errno))
    return failed('RESOURCE_NOT_FOUND', `There is no file '${shown}' in the repository. Check the path.`)
  // EINVAL: what was a link when it was looked at is none any more.
  if (errno === 'ELOOP' || errno === 'EINVAL') return pathRefused(path)
  return failed('PERMISSION_DENIED', `'${shown}' cannot be read (${errno}): the system does not let the studio.`)
}
