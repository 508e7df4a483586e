import type { ToolError } from '@surety/tool-contracts'
import { z } from 'zod'
import { type ModuleAnswer, type ModuleFailure, SEVERITIES } from '../../modules/module.ts'

/** The one input of most tools about modules. */
export const moduleRefInput: z.ZodObject<{ moduleRef: z.ZodString }> = z.strictObject({
  moduleRef: z.string().min(1).max(256).meta({ description: 'namespace/name', 'x-semantic-type': 'module-ref' }),
})

export const diagnosticSchema = z.object({
  severity: z.enum(SEVERITIES),
  code: z.string(),
  message: z.string(),
  file: z.string(),
  line: z.number().int(),
  column: z.number().int(),
  fix: z.string(),
})

/** What can go wrong with a module that is named. */
export const MODULE_ERRORS = [
  { code: 'RESOURCE_NOT_FOUND', description: 'There is no such module.' },
  { code: 'MODULE_INVALID', description: 'The module has errors: modules.validate tells all of them.' },
  { code: 'PATH_REFUSED', description: 'Something below .surety leads out of the repository.' },
  { code: 'CONFLICT', description: 'Files changed while the module was worked on: call again.' },
] as const

type Raise = (code: ModuleFailure['code'], reason: string) => ToolError

/** The value, or the failure as the tool's own. */
export function valueOf<T>(answer: ModuleAnswer<T>, raise: Raise): T {
  if (answer.ok) return answer.value
  throw raise(answer.error.code, answer.error.message)
}
