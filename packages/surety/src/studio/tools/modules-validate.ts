import { type Tool, defineTool } from '@surety/tool-contracts'
import { z } from 'zod'
import { validateModules } from '../../modules/validate.ts'
import { MAX_ANSWER_BYTES } from '../../serve/answer-size.ts'
import type { StudioContext } from '../studio-context.ts'
import { MODULE_ERRORS, diagnosticSchema, moduleRefInput, valueOf } from './module-input.ts'
import { leading } from './one-message.ts'

export function modulesValidate({ catalogue }: StudioContext): Tool<'modules.validate'> {
  return defineTool(
    {
      toolName: 'modules.validate',
      description:
        'Finds everything that is wrong with a module, or with all of them: manifest, contracts, semantic types, cycles, missing dependencies, version ranges, name clashes; each with its place and how to fix it.',
      inputSchema: moduleRefInput.partial(),
      outputSchema: z.object({
        valid: z.boolean(),
        diagnostics: z.array(diagnosticSchema),
        leftOut: z
          .number()
          .int()
          .optional()
          .describe('How many more there are than one answer takes, none of them worse: ask about one module.'),
      }),
      inputSemanticTypes: { moduleRef: 'module-ref' },
      capabilities: ['READ'],
      sideEffects: 'none',
      network: 'none',
      resourceLimits: { timeoutMs: 120_000, maxOutputBytes: MAX_ANSWER_BYTES },
      errorCodes: MODULE_ERRORS,
      examples: [{ input: {} }],
    },
    async ({ moduleRef }, { error }) => {
      const { valid, diagnostics } = valueOf(validateModules(await catalogue.read(moduleRef), moduleRef), error)
      const { leftOut, ...told } = leading(diagnostics)
      return { valid, ...told, ...(leftOut > 0 && { leftOut }) }
    },
  )
}
