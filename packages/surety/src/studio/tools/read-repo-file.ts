import { type Tool, createPrecondition, defineTool } from '@surety/tool-contracts'
import { z } from 'zod'
import { PATH_RULES } from '../repository/found.ts'
import { mayBeNamed, readInside } from '../repository/read-inside.ts'
import { textOf } from '../repository/text-of.ts'
import type { StudioContext } from '../studio-context.ts'

const inputSchema = z.object({
  path: z
    .string()
    .regex(/^[a-zA-Z0-9_./-]+$/)
    .describe('Relative path from repo root'),
})

const outputSchema = z
  .object({
    content: z.string().describe('File contents'),
    path: z.string().describe('Normalized path'),
    size: z.number().refine(Number.isInteger).meta({ type: 'integer', description: 'File size in bytes' }).optional(),
  })
  .meta({ additionalProperties: undefined })

/** Of the answer as it is sent, as data and again as text: any text of 1 MB fits but one of control characters, which take 13 bytes each. */
const MAX_SENT_BYTES = 8 << 20

const BLOCKED = `**Blocked patterns**:
  - \`..\` (path traversal)
  - \`.env*\` (environment files)
  - \`*secret*\`, \`*credential*\` (sensitive files)
  - \`.git/\` (git internals)
  - \`.surety/\` (the studio's own record) but for \`bundles/\`, \`generated/\` and \`installed/\``

export function readRepoFile({ root, recordFile }: Pick<StudioContext, 'root' | 'recordFile'>): Tool<'read_repo_file'> {
  return defineTool(
    {
      toolName: 'read_repo_file',
      description: 'Read a file from the repository within safe boundaries.',
      inputSchema,
      outputSchema,
      capabilities: ['READ'],
      idempotent: true,
      sideEffects: 'none',
      network: 'none',
      resourceLimits: { maxOutputBytes: MAX_SENT_BYTES / 2 },
      preconditions: [
        createPrecondition<{ path: string }>(PATH_RULES.replace(/\.$/, ''), 'PATH_REFUSED', ({ path }) =>
          mayBeNamed(root, path, recordFile),
        ),
      ],
      errorCodes: [
        { code: 'PATH_REFUSED', description: 'The path is not one that may be read, whether there is a file or not.' },
        { code: 'RESOURCE_NOT_FOUND', description: 'There is no such file in the repository.' },
        { code: 'PERMISSION_DENIED', description: 'The system does not let the studio read the file.' },
        {
          code: 'FILE_TOO_LARGE',
          description: 'The file has more than 1 MB (1,048,576 bytes), or as much of control characters.',
        },
        { code: 'NOT_A_TEXT_FILE', description: 'The file is not text in UTF-8.' },
      ],
      constraints: [
        '**Allowed paths**: Only within repository root',
        BLOCKED,
        '**Size limit**: 1MB maximum',
        '**Read-only**: Cannot modify files',
      ],
      examples: [
        {
          input: { path: '.claude/memory/progress_log.jsonl' },
          output: {
            content: '{"timestamp": "2026-01-01T09:00:00Z", "event": "start"}\n',
            path: '.claude/memory/progress_log.jsonl',
            size: 56,
          },
        },
      ],
    },
    async ({ path }, { error }) => {
      const file = await readInside(root, path, { recordFile })
      if (!file.ok) throw error(file.code, file.reason)
      const text = textOf(file.value)
      if (!text.ok) throw error(text.code, text.reason)
      const answer = { content: text.value, path: file.value.path, size: file.value.bytes.length }
      const sent = sentBytes(answer)
      if (sent <= MAX_SENT_BYTES) return answer
      throw error('FILE_TOO_LARGE', tooManyEscapes(answer, sent))
    },
  )
}

function sentBytes(answer: object): number {
  const text = JSON.stringify(answer)
  return Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(text))
}

function tooManyEscapes({ path, size }: { readonly path: string; readonly size: number }, sent: number): string {
  return `'${path}' has ${size} bytes, but so many control characters that the answer would have ${sent}; at most ${MAX_SENT_BYTES} are sent. Name a smaller file.`
}
