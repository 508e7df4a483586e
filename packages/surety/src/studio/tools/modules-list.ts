import { type Tool, defineTool } from '@surety/tool-contracts'
import { z } from 'zod'
import { listModules } from '../../modules/list.ts'
import { isModuleRef } from '../../modules/module-ref.ts'
import type { StudioContext } from '../studio-context.ts'

const outputSchema = z.object({
  modules: z.array(
    z.object({
      ref: z.string(),
      semver: z.string(),
      tools: z.number().int(),
      status: z.enum(['valid', 'invalid']),
    }),
  ),
  nextCursor: z.string().optional(),
})

const CURSOR = 'the nextCursor of the page before, or left out for the first page'

export function modulesList({ catalogue }: StudioContext): Tool<'modules.list'> {
  return defineTool(
    {
      toolName: 'modules.list',
      description: 'Lists the modules of the repository: version, how many tools, and whether they are valid.',
      inputSchema: z.strictObject({
        filter: z.string().max(256).optional().describe('Only modules whose ref contains this.'),
        cursor: z
          .string()
          .max(256)
          .refine(isModuleRef, { params: { expected: CURSOR } })
          .optional()
          .describe('nextCursor of the page before.'),
        limit: z.number().int().min(1).max(500).optional().describe('Modules per page.'),
      }),
      outputSchema,
      capabilities: ['READ'],
      sideEffects: 'none',
      network: 'none',
      resourceLimits: { maxOutputBytes: 1 << 20 },
      examples: [{ input: {} }, { input: { filter: 'savvi-studio/', limit: 10 } }],
    },
    async (query) => {
      const { modules, nextCursor } = listModules(await catalogue.read(), query)
      return { modules: [...modules], ...(nextCursor !== undefined && { nextCursor }) }
    },
  )
}
