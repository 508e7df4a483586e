import { type Tool, defineTool } from '@surety/tool-contracts'
import { z } from 'zod'
import type { StudioContext } from '../studio-context.ts'

const ability = z.object({ works: z.boolean(), reason: z.string().optional() })

const outputSchema = z.object({
  status: z.enum(['ok', 'degraded']),
  versions: z.object({ surety: z.string(), node: z.string(), platform: z.string() }),
  stores: z.array(z.object({ name: z.string(), ready: z.boolean(), reason: z.string().optional() })),
  sandbox: z.object({ L1: ability, L2: ability, L3: ability }),
  upstreams: z.array(z.object({ name: z.string(), kind: z.string() })),
  lastErrors: z.array(z.object({ time: z.string(), tool: z.string(), code: z.string(), traceId: z.string() })),
})

export function studioHealth({ health }: StudioContext): Tool<'studio.health'> {
  return defineTool(
    {
      toolName: 'studio.health',
      description:
        'Tells how the studio is: versions, whether its store takes calls, which layers of the sandbox work, the servers that are configured, and the last errors.',
      inputSchema: z.strictObject({}),
      outputSchema,
      capabilities: ['READ'],
      sideEffects: 'none',
      network: 'none',
      examples: [{ input: {} }],
    },
    async () => {
      const { stores, upstreams, lastErrors, ...rest } = await health()
      return { ...rest, stores: [...stores], upstreams: [...upstreams], lastErrors: [...lastErrors] }
    },
  )
}
