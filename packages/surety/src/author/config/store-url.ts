import { resolve } from 'node:path'

/** How a store may be named. */
export const STORE_FORM = 'sqlite:<file>, such as sqlite:.surety/surety.db, or postgres://…'

/** The address of a store, a file's path taken from `folder`; undefined where it is none. */
export function storeUrl(text: string, folder: string): string | undefined {
  // Ends with the process: for trials, and tests that must leave nothing behind.
  if (text === 'memory:') return text
  if (/^postgres(ql)?:\/\/./.test(text)) return text
  // `sqlite://data/x.db` would be the absolute path /data/x.db, which nobody means by it.
  const path = /^sqlite:(?!\/\/[^/])(.+)$/.exec(text)?.[1]
  return path === undefined || path === ':memory:' ? undefined : `sqlite:${resolve(folder, path)}`
}
