import { type Approver, type ToolHost, createToolHost } from '@surety/tool-contracts'
import { join } from 'node:path'
import { hello } from './hello.ts'
import { readRepoFile } from './read-repo-file.ts'
import { writeMemoryEntry } from './write-memory-entry.ts'

export const NOW = '2026-01-15T10:30:00Z'

/** The three tools on a repository. */
export function toolsOf(root: string) {
  const studio = { root, memoryDir: join(root, '.claude/memory'), now: () => new Date(NOW) }
  return [hello(studio), readRepoFile(studio), writeMemoryEntry(studio)]
}

/** A host of the three tools, as whoever this approver is governs it. */
export function hostOf(root: string, approver?: Approver): ToolHost {
  return createToolHost({ tools: toolsOf(root), ...(approver && { approver }) })
}
