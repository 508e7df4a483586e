/** What can stand between a path and its file. */
type RepositoryCode = 'PATH_REFUSED' | 'RESOURCE_NOT_FOUND' | 'FILE_TOO_LARGE' | 'NOT_A_TEXT_FILE' | 'PERMISSION_DENIED'

/** What was asked for, or the code and the sentence that say why not. */
export type Found<T, Code extends string = RepositoryCode> = { readonly ok: true; readonly value: T } | Failed<Code>

export interface Failed<Code extends string = RepositoryCode> {
  readonly ok: false
  readonly code: Code
  readonly reason: string
}

export function failed<Code extends string>(code: Code, reason: string): Failed<Code> {
  return { ok: false, code, reason }
}

/** The same words whatever the cause, so that they do not tell what there is at a path that is refused. */
export function pathRefused(path: string): Failed<'PATH_REFUSED'> {
  return failed('PATH_REFUSED', `'${path.slice(0, 200)}' is refused. ${PATH_RULES}`)
}

/** What a path must be. */
export const PATH_RULES: string =
  "Name a regular file inside the repository by its relative path, without '..', '.env*', '*secret*', '*credential*', '.git' or the " +
  "studio's own '.surety' in any part of it, also where links lead; a link out of the repository, a file with more than one hard link, " +
  'a folder, a pipe and a device are refused too.'

/** The system's own code of an error, such as ENOENT. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
