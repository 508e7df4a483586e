import { type Tool, defineTool } from '@surety/tool-contracts'
import { isRecord, suggestion } from '@surety/tool-contracts/tools'
import { z } from 'zod'
import { checkModuleCall } from '../check-module-call.ts'
import type { StudioContext } from '../studio-context.ts'

const outputSchema = z.object({
  allowed: z.boolean(),
  needsApproval: z.boolean(),
  note: z.string().optional().describe('Which tool is meant, where a module has one of the same name.'),
  refusal: z
    .object({
      code: z.string(),
      stage: z.string(),
      blame: z.string(),
      message: z.string(),
      details: z.record(z.string(), z.unknown()),
      retryable: z.boolean(),
    })
    .optional(),
})

export function contractsCheck(studio: StudioContext): Tool<'contracts.check'> {
  return defineTool(
    {
      toolName: 'contracts.check',
      description:
        'Tells whether a call would be refused, at which stage and why, and whether it would wait for approval, without making it: for your role, of a tool of the studio or of a module. What a tool finds out only while it runs is not checked.',
      inputSchema: z.strictObject({
        tool: z.string().min(1).max(256).describe('The tool that you would call.'),
        input: z.record(z.string(), z.unknown()).default({}).describe('The arguments you would call it with.'),
      }),
      outputSchema,
      capabilities: ['READ'],
      sideEffects: 'none',
      network: 'none',
      // It may hold what the contract of that tool keeps out of the record.
      sensitive: ['input.input'],
      errorCodes: [{ code: 'RESOURCE_NOT_FOUND', description: 'There is no such tool.' }],
      examples: [{ input: { tool: 'hello', input: {} }, output: { allowed: true, needsApproval: false } }],
    },
    async ({ tool, input }, { error, role, principal }) => {
      const caller = { role, principal }
      const own = studio.own.contracts().some(({ toolName }) => toolName === tool)
      const { modules } = await studio.catalogue.read()
      const tools = modules.flatMap((module) => module.tools)
      const declared = tools.find(({ compiled }) => compiled.tool === tool)
      const note = own && declared !== undefined ? { note: ofStudio(tool) } : {}
      if (!own && declared === undefined) {
        const names = [
          ...studio.own.contracts().map(({ toolName }) => toolName),
          ...tools.map((one) => one.compiled.tool),
        ]
        const hint =
          suggestion(tool, names) || ' tools/list lists those of the studio, modules.inspect those of a module.'
        throw error('RESOURCE_NOT_FOUND', `There is no tool '${tool}'.${hint}`)
      }
      const checked =
        own || declared === undefined
          ? await studio.own.check(tool, input, caller)
          : await checkModuleCall(declared, input, caller, studio.policy)
      if (checked.ok) return { allowed: true, needsApproval: checked.value.needsApproval, ...note }
      const { code, stage, blame, message, details, retryable } = checked.error
      const shown = isRecord(details) ? { ...details } : {}
      return {
        allowed: false,
        needsApproval: false,
        ...note,
        refusal: { code, stage, blame, message, details: shown, retryable },
      }
    },
  )
}

function ofStudio(tool: string): string {
  return `This is said of the studio's own '${tool}'. A module has a tool of that name too: rename that one to have its calls checked.`
}
