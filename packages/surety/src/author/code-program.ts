import { fileURLToPath } from 'node:url'

// Tests run the sources, but the process always runs what was built.
const BUILT = new URL('../../dist/author/code-child.js', import.meta.url)

/** The program that runs contracts' code. */
export const CODE_PROGRAM: string = fileURLToPath(BUILT)
export const CODE_COMMAND: readonly string[] = [process.execPath, CODE_PROGRAM]

/** The files that it is made of, besides packages. */
export const CODE_FILES: readonly string[] = [
  process.execPath,
  ...['../../dist', '../../package.json'].map((path) => fileURLToPath(new URL(path, import.meta.url))),
]
