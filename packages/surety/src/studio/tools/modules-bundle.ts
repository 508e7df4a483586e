import { type Tool, defineTool } from '@surety/tool-contracts'
import { z } from 'zod'
import { bundleModule } from '../../modules/bundle.ts'
import type { StudioContext } from '../studio-context.ts'
import { MODULE_ERRORS, moduleRefInput, valueOf } from './module-input.ts'

export function modulesBundle({ catalogue }: StudioContext): Tool<'modules.bundle'> {
  return defineTool(
    {
      toolName: 'modules.bundle',
      description: 'Writes a module and all modules it depends on as one distributable file, with digests.',
      inputSchema: moduleRefInput,
      outputSchema: z.object({
        bundlePath: z.string(),
        sha256: z.string(),
        modules: z.array(z.object({ ref: z.string(), semver: z.string(), sha256: z.string() })),
      }),
      inputSemanticTypes: { moduleRef: 'module-ref' },
      outputSemanticTypes: { bundlePath: 'file-path' },
      capabilities: ['READ', 'EXECUTE'],
      idempotent: true,
      writes: ['.surety/bundles/**'],
      network: 'none',
      resourceLimits: { maxOutputBytes: 1 << 20 },
      errorCodes: MODULE_ERRORS,
      examples: [{ input: { moduleRef: 'savvi-studio/teams' } }],
    },
    async ({ moduleRef }, { error, record }) => {
      const bundle = valueOf(await bundleModule(await catalogue.read(moduleRef), moduleRef), error)
      record({ kind: 'write', target: bundle.bundlePath })
      return { ...bundle, modules: [...bundle.modules] }
    },
  )
}
