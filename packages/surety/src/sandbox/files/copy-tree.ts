import { execFile } from 'node:child_process'
import { lstat, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { bytesOf, textOf } from '../system/file-name.ts'
import { OWN_ENVIRONMENT, required } from '../system/programs.ts'

const MAX_BYTES = 2 * 1024 ** 3
const MAX_FILES = 200_000
const run = promisify(execFile)

/** Copies a folder whole, sharing blocks where the file system can; refuses what would take too long. Tells which links it holds. */
export async function copyTree(from: string, to: string): Promise<readonly string[]> {
  const links = await survey(from)
  const copied = [`${from}/.`, to]
  // Not every `cp` knows more than POSIX asks of it.
  await run(required('cp'), ['-a', '--reflink=auto', '--', ...copied], { env: OWN_ENVIRONMENT }).catch(() =>
    run(required('cp'), ['-pPR', '--', ...copied], { env: OWN_ENVIRONMENT }),
  )
  return links
}

/** The links of a folder, by their paths in it, unless it holds too much. */
async function survey(root: string): Promise<readonly string[]> {
  let [files, bytes] = [0, 0]
  const links: string[] = []
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(bytesOf(folder), { withFileTypes: true, encoding: 'buffer' })
    files += entries.length
    for (const entry of entries) {
      const path = join(folder, textOf(entry.name))
      if (entry.isDirectory()) folders.push(path)
      else bytes += (await lstat(bytesOf(path))).size
      if (entry.isSymbolicLink()) links.push(relative(root, path))
    }
    if (files <= MAX_FILES && bytes <= MAX_BYTES) continue
    throw new Error(
      `The server can only run on a copy of ${root} here, and that holds more than ${MAX_FILES} files or 2 GB. ` +
        'Point mcp_root at a smaller folder, or make namespaces work: see `surety doctor`.',
    )
  }
  return links
}
