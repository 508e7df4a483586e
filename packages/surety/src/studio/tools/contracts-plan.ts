import {
  type DeclaredToolContract,
  SEMANTIC_TYPES,
  type SemanticType,
  type Tool,
  createToolDependencyGraph,
  defineTool,
  planTools,
  registerToolContract,
} from '@surety/tool-contracts'
import { z } from 'zod'
import { declaredContract } from '../declared-contract.ts'
import type { StudioContext } from '../studio-context.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record are typed as any texts
const semanticType = z.enum(Object.keys(SEMANTIC_TYPES) as [SemanticType, ...SemanticType[]])

const binding = z.union([
  z.object({ from: z.literal('given'), name: z.string() }),
  z.object({ from: z.literal('step'), step: z.number().int(), tool: z.string(), field: z.string() }),
])

const outputSchema = z.object({
  ok: z.boolean(),
  steps: z.array(z.object({ tool: z.string(), inputs: z.record(z.string(), binding) })),
  shortest: z.boolean().optional(),
  message: z.string().optional(),
  missing: z.array(z.object({ tool: z.string(), field: z.string(), type: semanticType })).optional(),
  denied: z.array(z.object({ tool: z.string(), capabilities: z.array(z.string()) })).optional(),
})

export function contractsPlan(studio: StudioContext): Tool<'contracts.plan'> {
  return defineTool(
    {
      toolName: 'contracts.plan',
      description:
        'Plans the fewest calls that lead from what you have to what you want, over the contracts of the studio and of all valid modules, for your role; or says what is missing.',
      inputSchema: z.strictObject({
        have: z
          .union([z.array(semanticType), z.record(z.string(), semanticType)])
          .default([])
          .describe('The semantic types at hand, or named values with their types.'),
        want: z.string().min(1).max(256).describe('A semantic type to obtain, or a tool to call.'),
        dependencyOrder: z.enum(['enforce', 'ignore']).optional().describe('Default enforce: dependencies come first.'),
      }),
      outputSchema,
      capabilities: ['READ'],
      sideEffects: 'none',
      network: 'none',
      examples: [{ input: { have: { moduleRef: 'module-ref' }, want: 'modules.compile' } }],
    },
    async ({ have, want, dependencyOrder }, { role }) => {
      const { modules } = await studio.catalogue.read()
      const contracts = modules.flatMap(({ tools }) => tools.map(({ compiled }) => declaredContract(compiled)))
      const graph = graphOf([...studio.own.contracts(), ...contracts])
      const { policy } = studio
      const plan = planTools(graph, {
        have,
        want,
        dependencyOrder,
        ...(policy !== undefined && { policy, ...(role !== undefined && { role }) }),
      })
      if (plan.ok) return { ok: true, steps: plan.steps.map((step) => ({ ...step })), shortest: plan.shortest }
      const { message, missing, denied } = plan
      const lacking = denied.map(({ tool, capabilities }) => ({ tool, capabilities: [...capabilities] }))
      return { ok: false, steps: [], message, missing: missing.map((one) => ({ ...one })), denied: lacking }
    },
  )
}

/** Of contracts that clash or break an invariant only the first counts: modules.validate tells of the others. */
function graphOf(contracts: readonly DeclaredToolContract[]): ReturnType<typeof createToolDependencyGraph> {
  const graph = createToolDependencyGraph()
  for (const contract of contracts) {
    try {
      registerToolContract(graph, contract)
    } catch {
      continue
    }
  }
  return graph
}
