import { statSync } from 'node:fs'

/** Is it a SQLite file that is not there, which opening it would make, or the memory of another process? */
export function isMissing(url: string): boolean {
  if (!url.startsWith('sqlite:')) return url === 'memory:'
  try {
    statSync(url.slice('sqlite:'.length))
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
  }
}
