import { type Tool, defineTool } from '@surety/tool-contracts'
import { z } from 'zod'
import { writeGenerated } from '../../modules/codegen/write-generated.ts'
import type { StudioContext } from '../studio-context.ts'
import { MODULE_ERRORS, moduleRefInput, valueOf } from './module-input.ts'

export const generatedFile = z.object({ path: z.string(), sha256: z.string() })

export function modulesCodegen({ catalogue }: StudioContext): Tool<'modules.codegen'> {
  return defineTool(
    {
      toolName: 'modules.codegen',
      description:
        "Generates TypeScript from a module's contracts: Zod schemas, types, a typed client and contract skeletons.",
      inputSchema: moduleRefInput,
      outputSchema: z.object({ files: z.array(generatedFile) }),
      inputSemanticTypes: { moduleRef: 'module-ref' },
      capabilities: ['READ', 'EXECUTE', 'CODE_EXECUTION'],
      idempotent: true,
      writes: ['.surety/generated/**'],
      network: 'none',
      errorCodes: MODULE_ERRORS,
      examples: [{ input: { moduleRef: 'savvi-studio/teams' } }],
    },
    async ({ moduleRef }, { error, record }) => {
      const { files } = valueOf(await writeGenerated(await catalogue.read(moduleRef), moduleRef), error)
      for (const { path } of files) record({ kind: 'write', target: path })
      return { files: [...files] }
    },
  )
}
