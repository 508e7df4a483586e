import {
  type Tool,
  createPostcondition,
  createPrecondition,
  defineTool,
  matchesSemanticType,
} from '@surety/tool-contracts'
import { z } from 'zod'
import { compileModule } from '../../modules/compile.ts'
import type { StudioContext } from '../studio-context.ts'
import { MODULE_ERRORS, valueOf } from './module-input.ts'
import { leading } from './one-message.ts'

/** Seed 000's own contract. What a `moduleRef` must be is its precondition's to say, so the schema only names the type. */
export function modulesCompile({ catalogue }: StudioContext): Tool<'modules.compile'> {
  return defineTool(
    {
      toolName: 'modules.compile',
      description: 'Compile a module manifest into a validated bundle',
      inputSchema: z.object({ moduleRef: z.string().meta({ 'x-semantic-type': 'module-ref' }) }),
      outputSchema: z.object({ bundlePath: z.string(), diagnostics: z.array(z.unknown()) }),
      outputSemanticTypes: { bundlePath: 'file-path' },
      preconditions: [
        createPrecondition(
          'moduleRef must be namespace/name format',
          'INVALID_MODULE_REF_FORMAT',
          ({ moduleRef }) => MODULE_REF_FORM.safeParse(moduleRef).success,
        ),
      ],
      postconditions: [
        createPostcondition(
          'bundlePath must be a non-empty string',
          'MISSING_BUNDLE_PATH',
          ({ bundlePath }) => typeof bundlePath === 'string' && bundlePath.length > 0,
        ),
      ],
      dependencies: ['modules.validate'],
      capabilities: ['READ', 'EXECUTE', 'CODE_EXECUTION'],
      resourceLimits: { timeoutMs: 30_000, memoryMb: 512, maxOutputBytes: 10_485_760 },
      idempotent: true,
      writes: ['.surety/bundles/**'],
      network: 'none',
      errorCodes: MODULE_ERRORS,
      examples: [{ input: { moduleRef: 'savvi-studio/teams' } }],
    },
    async ({ moduleRef }, { call, error, record }) => {
      const validated = await call('modules.validate', { moduleRef })
      if (!validated.ok) throw error(asOwn(validated.error.code), validated.error.message)
      const compiled = valueOf(await compileModule(await catalogue.read(moduleRef), moduleRef), error)
      record({ kind: 'write', target: compiled.bundlePath })
      return { bundlePath: compiled.bundlePath, diagnostics: leading(compiled.diagnostics).diagnostics }
    },
  )
}

/** What modules.validate takes, so that the precondition decides and not that tool. */
const MODULE_REF_FORM = z
  .string()
  .max(256)
  .refine((ref) => matchesSemanticType('module-ref', ref))

/** A failure of modules.validate as the tool's own. */
function asOwn(code: string): 'RESOURCE_NOT_FOUND' | 'UPSTREAM_FAILED' {
  return code === 'RESOURCE_NOT_FOUND' ? 'RESOURCE_NOT_FOUND' : 'UPSTREAM_FAILED'
}
