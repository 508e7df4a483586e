import { type Failed, errnoOf, failed } from './found.ts'
import { LockTimeout } from './with-lock.ts'

export type AppendCode = 'PATH_REFUSED' | 'PERMISSION_DENIED' | 'CONFLICT' | 'UPSTREAM_FAILED'

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const FORBIDDEN: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

/** What a failure to append means to whoever asked; anything unknown is thrown on. */
export function appendFailure(path: string, error: unknown): Failed<AppendCode> {
  const errno = errnoOf(error) ?? ''
  if (error instanceof LockTimeout)
    return failed('CONFLICT', `Others kept '${path}' locked. Nothing was written: try again.`)
  if (FORBIDDEN.has(errno))
    return failed(
      'PERMISSION_DENIED',
      `The system does not let the studio write '${path}' (${errno}). Nothing was written.`,
    )
  if (!FULL.has(errno)) throw error
  const rest = 'The start of the entry may stand at its end; the next one begins on a new line.'
  return failed('UPSTREAM_FAILED', `There is no room for the whole entry in '${path}' (${errno}). ${rest}`)
}
