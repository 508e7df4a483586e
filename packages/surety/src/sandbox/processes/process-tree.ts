import { existsSync } from 'node:fs'
import * as files from './proc-files.ts'
import type { Identity, Memory, Thread } from './process-facts.ts'
import {
  isListedAlive,
  listProcesses,
  listedChildren,
  listedCommand,
  listedIdentity,
  listedMemory,
  listedThreads,
} from './process-list.ts'

export {
  type Faults,
  descriptorsOf,
  faultsOf,
  forgetPeak,
  hugeFaults,
  hugePageBytes,
  isStopped,
  latestPid,
  mappedBytes,
  pageBytes,
  markedWith,
  proportionalBytes,
  writtenBytes,
} from './proc-files.ts'

/** Who tells of processes: the kernel's files, `ps`, which is slow and tells less, or nobody. */
export type ProcessSource = 'files' | 'list' | 'none'

let source: ProcessSource | undefined

export function processSource(): ProcessSource {
  source ??= findSource()
  return source
}

function findSource(): ProcessSource {
  if (existsSync('/proc/self/stat')) return 'files'
  return listProcesses().some(({ pid, residentBytes }) => pid === process.pid && residentBytes > 0) ? 'list' : 'none'
}

function areFiles(): boolean {
  return processSource() === 'files'
}

/** A process and all that descend from it, itself first. */
export function descendants(pid: number): readonly number[] {
  const found = [pid]
  for (const parent of found) found.push(...childrenOf(parent))
  return found
}

export function childrenOf(pid: number): readonly number[] {
  return areFiles() ? files.childrenOf(pid) : listedChildren(pid)
}

export function threadsOf(pid: number): readonly Thread[] {
  return areFiles() ? files.threadsOf(pid) : listedThreads(pid)
}

export function memoryOf(pid: number): Memory {
  return areFiles() ? files.memoryOf(pid) : listedMemory(pid)
}

/** What a process was started as, as far as it can be told. */
export function commandLine(pid: number): string {
  return areFiles() ? files.commandLine(pid) : listedCommand(pid)
}

export function identityOf(pid: number): Identity {
  return areFiles() ? files.identityOf(pid) : listedIdentity(pid)
}

/** Whether it is there, and not only waits for its end to be noticed. */
export function isAlive(pid: number): boolean {
  return areFiles() ? files.isAlive(pid) : isListedAlive(pid)
}

export function kill(pid: number): void {
  signal(pid, 'SIGKILL')
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // Gone already.
  }
}
