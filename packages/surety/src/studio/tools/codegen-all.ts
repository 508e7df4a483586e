import { type Tool, defineTool } from '@surety/tool-contracts'
import { z } from 'zod'
import { writeGenerated } from '../../modules/codegen/write-generated.ts'
import { MAX_ANSWER_BYTES } from '../../serve/answer-size.ts'
import type { StudioContext } from '../studio-context.ts'
import { generatedFile } from './modules-codegen.ts'

export function codegenAll({ catalogue }: StudioContext): Tool<'system.codegen.all'> {
  return defineTool(
    {
      toolName: 'system.codegen.all',
      description:
        'Generates TypeScript for every valid module, and tells which were left out and why. Reports its progress.',
      inputSchema: z.strictObject({}),
      outputSchema: z.object({
        modules: z.array(z.object({ ref: z.string(), files: z.array(generatedFile) })),
        skipped: z.array(z.object({ ref: z.string(), reason: z.string() })),
      }),
      capabilities: ['READ', 'EXECUTE', 'CODE_EXECUTION', 'SCHEMA_MUTATION'],
      idempotent: true,
      writes: ['.surety/generated/**'],
      network: 'none',
      resourceLimits: { timeoutMs: 600_000, maxOutputBytes: MAX_ANSWER_BYTES },
      examples: [{ input: {} }],
    },
    async (_, { progress, record, signal }) => {
      const workspace = await catalogue.read()
      const generated = []
      const skipped = []
      for (const [done, { ref }] of workspace.modules.entries()) {
        if (signal.aborted) break
        progress(done, workspace.modules.length)
        const answer = await writeGenerated(workspace, ref)
        if (!answer.ok) skipped.push({ ref, reason: answer.error.message })
        else generated.push({ ref, files: [...answer.value.files] })
      }
      for (const { path } of generated.flatMap(({ files }) => files)) record({ kind: 'write', target: path })
      progress(workspace.modules.length, workspace.modules.length)
      return { modules: generated, skipped }
    },
  )
}
