import { type Tool, defineTool } from '@surety/tool-contracts'
import { suggestion } from '@surety/tool-contracts/tools'
import { z } from 'zod'
import type { ModuleTool } from '../../modules/module.ts'
import { type DeclaresCodes, type Explained, explainCode, knownCodes } from '../explain-code.ts'
import type { StudioContext } from '../studio-context.ts'

const outputSchema = z.object({
  code: z.string(),
  kind: z.enum(['rule', 'error', 'diagnostic', 'declared']),
  title: z.string(),
  meaning: z.string(),
  fix: z.string(),
})

export function contractsExplain(studio: StudioContext): Tool<'contracts.explain'> {
  return defineTool(
    {
      toolName: 'contracts.explain',
      description:
        'Tells in words what a code means and how to mend it: a rule of surety test (E013), an error of a call (RATE_LIMITED), a diagnostic of a module, or an error code that a contract declares.',
      inputSchema: z.strictObject({ code: z.string().min(1).max(128).describe('E013, RATE_LIMITED, …') }),
      outputSchema,
      capabilities: ['READ'],
      idempotent: true,
      sideEffects: 'none',
      network: 'none',
      errorCodes: [{ code: 'RESOURCE_NOT_FOUND', description: 'There is no such code.' }],
      examples: [{ input: { code: 'E013' } }, { input: { code: 'APPROVAL_REQUIRED' } }],
    },
    async ({ code }, { error }): Promise<Explained> => {
      const wanted = code.trim().toUpperCase()
      const general = explainCode(wanted, [])
      // Those mean the same everywhere.
      if (general?.kind === 'rule' || general?.kind === 'error') return general
      const { modules } = await studio.catalogue.read()
      const declared = [...studio.own.contracts(), ...modules.flatMap(({ tools }) => tools.map(codesOf))]
      const explained = explainCode(wanted, declared)
      if (explained !== undefined) return explained
      const hint =
        suggestion(wanted, knownCodes(declared)) || ' Refusals, diagnostics and the `errors` of contracts name codes.'
      throw error('RESOURCE_NOT_FOUND', `There is no code '${code}'.${hint}`)
    },
  )
}

function codesOf({ compiled: { tool: toolName, errors, ...conditions } }: ModuleTool): DeclaresCodes {
  return { ...conditions, toolName, errorCodes: errors ?? [] }
}
