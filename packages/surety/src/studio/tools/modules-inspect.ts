import { type Tool, defineTool } from '@surety/tool-contracts'
import { z } from 'zod'
import { type ModuleInspection, inspectModule } from '../../modules/inspect.ts'
import { MAX_ANSWER_BYTES } from '../../serve/answer-size.ts'
import type { StudioContext } from '../studio-context.ts'
import { MODULE_ERRORS, diagnosticSchema, moduleRefInput, valueOf } from './module-input.ts'
import { ANSWER_TOO_LARGE, inOneMessage } from './one-message.ts'

const contract = z.looseObject({
  tool: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()).optional(),
  outputSchema: z.record(z.string(), z.unknown()).optional(),
  capabilities: z.array(z.string()),
})

const dependency = z.looseObject({ ref: z.string(), range: z.string() })
const edges = z.array(z.object({ from: z.string(), to: z.string() }))

const outputSchema = z.object({
  ref: z.string(),
  status: z.enum(['valid', 'invalid']),
  file: z.string(),
  manifest: z.record(z.string(), z.unknown()).optional(),
  tools: z.array(contract),
  dependencies: z.array(dependency),
  dependents: z.array(dependency),
  graph: z.object({ modules: edges, tools: edges }),
  diagnostics: z.array(diagnosticSchema),
})

export function modulesInspect({ catalogue }: StudioContext): Tool<'modules.inspect'> {
  return defineTool(
    {
      toolName: 'modules.inspect',
      description:
        'Shows a module: its manifest, its contracts (schemas, semantic types, capabilities, conditions as text), which tools and modules need which, and who depends on it.',
      inputSchema: moduleRefInput,
      outputSchema,
      inputSemanticTypes: { moduleRef: 'module-ref' },
      capabilities: ['READ'],
      sideEffects: 'none',
      network: 'none',
      resourceLimits: { maxOutputBytes: MAX_ANSWER_BYTES },
      errorCodes: [...MODULE_ERRORS, ANSWER_TOO_LARGE],
      examples: [{ input: { moduleRef: 'savvi-studio/teams' } }],
    },
    async ({ moduleRef }, { error }) => {
      const inspection = valueOf(inspectModule(await catalogue.read(moduleRef), moduleRef), error)
      const instead = `\`surety modules inspect ${moduleRef} --json\` prints it; modules.validate tells the diagnostics alone.`
      return inOneMessage(plain(inspection), instead, error)
    },
  )
}

/** Without what is undefined, which JSON does not have. */
function plain(inspection: ModuleInspection): z.input<typeof outputSchema> {
  return outputSchema.parse(JSON.parse(JSON.stringify(inspection)))
}
