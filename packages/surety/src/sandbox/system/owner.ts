import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'

/** Which process something belongs to, as part of a name. No other process has it, also not one that gets the same number later. */
export function ownerMark(): string | undefined {
  const start = startOf(process.pid)
  return world === undefined || start === undefined ? undefined : `${world}-${process.pid}-${start}`
}

const MARK = /^([0-9a-f]+)-(\d+)-(\d+)$/

/** Is the process gone that the mark names? One of another machine, boot or container might still be there. */
export function isOwnerGone(mark: string): boolean {
  const [, where, pid, start] = MARK.exec(mark) ?? []
  return where !== undefined && where === world && startOf(Number(pid)) !== start
}

/** The world in which process numbers and their times mean something; undefined where the kernel does not tell. */
const world = worldName()

function worldName(): string | undefined {
  try {
    const parts = [
      readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'),
      ...['pid', 'time'].map((kind) => readlinkSync(`/proc/self/ns/${kind}`)),
    ]
    return createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 12)
  } catch {
    return undefined
  }
}

/** When a process began, in the kernel's ticks; undefined where there is none that runs. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // A program's name may hold anything, brackets and spaces too.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X' ? undefined : fields[18]
  } catch {
    return undefined
  }
}
