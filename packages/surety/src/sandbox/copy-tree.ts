import { execFile } from 'node:child_process'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { required } from './programs.ts'

const MAX_BYTES = 2 * 1024 ** 3
const MAX_FILES = 200_000
const run = promisify(execFile)

/** Copies a folder whole, sharing blocks where the file system can; refuses what would take too long. */
export async function copyTree(from: string, to: string): Promise<void> {
  await refuseHuge(from)
  await run(required('cp'), ['-a', '--reflink=auto', '--', `${from}/.`, to])
}

async function refuseHuge(root: string): Promise<void> {
  let [files, bytes] = [0, 0]
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(folder, { withFileTypes: true })
    files += entries.length
    for (const entry of entries) {
      if (entry.isDirectory()) folders.push(join(folder, entry.name))
      else bytes += (await lstat(join(folder, entry.name))).size
    }
    if (files <= MAX_FILES && bytes <= MAX_BYTES) continue
    throw new Error(
      `The server can only run on a copy of ${root} here, and that holds more than ${MAX_FILES} files or 2 GB. ` +
        'Point mcp_root at a smaller folder, or make namespaces work: see `surety doctor`.',
    )
  }
}
