import { type Tool, defineTool } from '@surety/tool-contracts'
import { z } from 'zod'
import { moduleSchemaDocument } from '../../modules/schema.ts'
import { MAX_ANSWER_BYTES } from '../../serve/answer-size.ts'
import type { StudioContext } from '../studio-context.ts'
import { MODULE_ERRORS, moduleRefInput, valueOf } from './module-input.ts'
import { ANSWER_TOO_LARGE, inOneMessage } from './one-message.ts'

export function modulesSchema({ catalogue }: StudioContext): Tool<'modules.schema'> {
  return defineTool(
    {
      toolName: 'modules.schema',
      description: "Gives the JSON Schema (2020-12) of a module's tools, with x-semantic-type where a field has one.",
      inputSchema: moduleRefInput,
      outputSchema: z.object({ schema: z.record(z.string(), z.unknown()) }),
      inputSemanticTypes: { moduleRef: 'module-ref' },
      outputSemanticTypes: { schema: 'json-object' },
      capabilities: ['READ'],
      sideEffects: 'none',
      network: 'none',
      resourceLimits: { maxOutputBytes: MAX_ANSWER_BYTES },
      errorCodes: [...MODULE_ERRORS, ANSWER_TOO_LARGE],
      examples: [{ input: { moduleRef: 'savvi-studio/teams' } }],
    },
    async ({ moduleRef }, { error }) => {
      const schema = valueOf(moduleSchemaDocument(await catalogue.read(moduleRef), moduleRef), error)
      const instead = `\`surety modules schema ${moduleRef}\` prints it; or divide the module.`
      return inOneMessage({ schema: { ...schema } }, instead, error)
    },
  )
}
