import type { Problem } from '../contract-file.ts'

/** A problem with its place: `surety.yaml:3:1 'store' must be …` */
export function located({ file, line, column, message, fix }: Problem): string {
  return `${file}:${line}:${column} ${message}${fix === undefined ? '' : ` ${fix}`}`
}
