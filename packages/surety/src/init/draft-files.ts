import { posix } from 'node:path'
import type { Contracts } from '../run/request/contracts.ts'
import { fileName } from './file-name.ts'

/** Where the contract of a tool goes, and whether one stands there. */
export interface ContractPlace {
  readonly tool: string
  /** Relative to the configuration's folder, with `/`. */
  readonly file: string
  readonly exists: boolean
}

/** A place for each tool: where its contract is already, else a file of its own in the folder. */
export function contractPlaces(
  tools: readonly string[],
  existing: Pick<Contracts, 'contracts' | 'problems'>,
  folder: string,
): readonly ContractPlace[] {
  const files = [...existing.problems, ...existing.contracts]
  const taken = new Set(files.map(({ file }) => sameName(file)))
  return [...new Set(tools)].map((tool) => {
    const usual = posix.join(folder, `${fileName(tool)}.yaml`)
    const own =
      files.find((one) => one.tool === tool) ?? files.find((one) => one.tool === undefined && one.file === usual)
    if (own !== undefined) return { tool, file: own.file, exists: true }
    const file = free(usual, taken)
    taken.add(sameName(file))
    return { tool, file, exists: false }
  })
}

/** Some file systems take upper and lower case for the same, and one way to write an accent for the other. */
function sameName(file: string): string {
  return file.normalize('NFKC').toLowerCase()
}

function free(usual: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const file = number === 1 ? usual : usual.replace(/\.yaml$/, `-${number}.yaml`)
    if (!taken.has(sameName(file))) return file
  }
}
