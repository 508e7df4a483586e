const SEPARATOR = /[\\/]+/
const ABSOLUTE = /^(?:[\\/]|[A-Za-z]:[\\/]?)/

/** Is `path`, taken from `root` if it is relative, still under `root` once `.` and `..` are resolved? Both separators count. */
export function staysInside(root: string, path: string): boolean {
  if (isAbsolute(path) && !isAbsolute(root)) return false
  const inside = normalise(root)
  const target = isAbsolute(path) ? normalise(path) : normalise(`${root}/${path}`)
  if (inside === undefined || target === undefined || target.length < inside.length) return false
  return inside.every((segment, index) => segment === target[index])
}

/** Does it start at the top of a file system, of any kind? */
export function isAbsolute(path: string): boolean {
  return ABSOLUTE.test(path)
}

/** The path's segments without `.` and `..`; undefined where `..` climbs above the top. */
export function normalise(path: string): readonly string[] | undefined {
  const segments: string[] = []
  for (const segment of path.split(SEPARATOR)) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return undefined
  }
  return segments
}
