import { stat } from 'node:fs/promises'

const LOOK_MS = 250

/**
 * Calls `changed` once at the start, then whenever the file is another or gone, and was so in two looks: what an editor writes,
 * renames and removes on the way is not told. Looking works on every file system, also where none tells of changes. Gives what
 * stops it.
 */
export function watchFile(file: string, changed: () => Promise<void>, everyMs: number = LOOK_MS): () => void {
  let [told, seen] = ['', '']
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    const now = await stateOf(file)
    const isSettled = now === seen
    seen = now
    if (isSettled && now !== told && !isStopped) {
      told = now
      await changed()
    }
    if (!isStopped) timer = setTimeout(() => void look(), everyMs).unref()
  }

  void look()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** What differs once a file was written or replaced; empty where it is not there. */
async function stateOf(file: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true })
    return [dev, ino, size, mtimeNs, ctimeNs].join(':')
  } catch {
    return ''
  }
}
