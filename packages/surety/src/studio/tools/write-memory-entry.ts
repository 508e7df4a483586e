import { type Tool, defineTool } from '@surety/tool-contracts'
import { relative, sep } from 'node:path'
import { z } from 'zod'
import { APPEND_LOCK, appendLine } from '../repository/append-line.ts'
import { allowedPath } from '../../repository-path.ts'
import type { StudioContext } from '../studio-context.ts'
import { ENTRY_CONDITIONS } from './memory-entry.ts'

const FILES = ['progress_log.jsonl', 'decisions.jsonl', 'best_practices.md'] as const

const MAX_CHARACTERS = 10_000

const inputSchema = z.object({
  file: z.enum(FILES).describe('Target memory file'),
  entry: z
    .string()
    .check(({ value, issues }) => {
      // JSON Schema counts characters, Zod's own `max` counts what JavaScript keeps them in.
      if (value.length <= MAX_CHARACTERS || Array.from(value).length <= MAX_CHARACTERS) return
      issues.push({ code: 'too_big', origin: 'string', maximum: MAX_CHARACTERS, inclusive: true, input: value })
    })
    .meta({ description: 'Content to append', maxLength: MAX_CHARACTERS }),
})

const outputSchema = z
  .object({
    success: z.boolean(),
    file: z.string(),
    bytes_written: z.number().refine(Number.isInteger).meta({ type: 'integer' }).optional(),
  })
  .meta({ additionalProperties: undefined })

const MILESTONE = '{"timestamp": "2026-01-15T10:00:00Z", "event": "milestone", "description": "Completed EDA"}'

const FORMATS = `**Format validation**:
  - \`.jsonl\` files: Entry must be valid JSON
  - \`.md\` files: Entry is appended as-is with newline`

/** Throws where the memory folder is not one that may be read inside the root: nothing could ever be written there. */
export function writeMemoryEntry(studio: Pick<StudioContext, 'root' | 'memoryDir'>): Tool<'write_memory_entry'> {
  const folder = folderOf(studio)
  return defineTool(
    {
      toolName: 'write_memory_entry',
      description: 'Append an entry to a memory file. Append-only operation.',
      inputSchema,
      outputSchema,
      capabilities: ['WRITE'],
      preconditions: ENTRY_CONDITIONS,
      approval: 'always',
      idempotent: false,
      deterministic: false,
      writes: [...FILES.map((file) => `${folder}/${file}`), APPEND_LOCK],
      network: 'none',
      errorCodes: [
        { code: 'PATH_REFUSED', description: 'The memory file or its folder is a link, or no file of its own.' },
        { code: 'PERMISSION_DENIED', description: 'The system does not let the studio write the file.' },
        { code: 'CONFLICT', description: 'Others kept the memory files locked; nothing was written.' },
        { code: 'UPSTREAM_FAILED', description: 'The disk has no room for the whole entry.' },
      ],
      constraints: [
        '**Append-only**: Cannot overwrite or delete',
        '**Allowed files**: Only the three memory files listed',
        FORMATS,
        '**Size limit**: 10KB per entry',
        '**Requires approval**: User must approve before write',
      ],
      examples: [
        {
          input: { file: 'progress_log.jsonl', entry: MILESTONE },
          output: { success: true, file: 'progress_log.jsonl', bytes_written: 92 },
        },
      ],
    },
    async ({ file, entry }, { error, record, signal }) => {
      const path = `${folder}/${file}`
      const appended = await appendLine(studio.root, path, entry, { signal })
      if (!appended.ok) throw error(appended.code, appended.reason)
      record({ kind: 'append', target: path })
      return { success: true, file, bytes_written: appended.value }
    },
  )
}

function folderOf({ root, memoryDir }: Pick<StudioContext, 'root' | 'memoryDir'>): string {
  const folder = allowedPath(relative(root, memoryDir).replaceAll(sep, '/'))
  if (folder !== undefined) return folder
  throw new Error(`The memory folder '${memoryDir}' must be a folder below '${root}' that read_repo_file may read.`)
}
