import { type PreconditionPredicate, type Tool, createPrecondition, defineTool } from '@surety/tool-contracts'
import { z } from 'zod'
import { applyInstall } from '../../modules/install/apply-install.ts'
import { planInstall } from '../../modules/install/plan-install.ts'
import { type PlanStanding, planStanding } from '../../modules/install/plan-standing.ts'
import { readInstalled } from '../../modules/install/read-installed.ts'
import { MAX_ANSWER_BYTES } from '../../serve/answer-size.ts'
import type { StudioContext } from '../studio-context.ts'
import { MODULE_ERRORS, valueOf } from './module-input.ts'
import { ANSWER_TOO_LARGE, inOneMessage } from './one-message.ts'

const step = z.object({
  action: z.enum(['install', 'upgrade', 'downgrade', 'reinstall', 'remove']),
  ref: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
})

/** Of one tool of one module. */
const ofTool = z.looseObject({ tool: z.string(), module: z.string() })

const outputSchema = z.object({
  planId: z.string().optional(),
  steps: z.array(step).optional(),
  breaks: z.array(ofTool).optional(),
  gained: z.array(ofTool).optional(),
  loosened: z.array(ofTool).optional(),
  installed: z.array(z.object({ ref: z.string(), semver: z.string() })).optional(),
})

const inputSchema = z
  .strictObject({
    want: z
      .array(z.string().min(3).max(256))
      .max(1000)
      .optional()
      .describe('The modules to have: namespace/name@range.'),
    planId: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .describe('The plan to carry out, with apply: true.'),
    apply: z.boolean().optional().describe('Whether to install what the plan says; an operator must approve it.'),
  })
  .describe('Either want, for a plan; or planId and apply: true, to carry one out.')

/** Each is told alone: a plan stands in one way only. */
const WHY_NOT: readonly (readonly [PlanStanding, string])[] = [
  ['unknown', 'there is no plan of this planId: give the one that a call with want answered'],
  ['applied', 'the plan has been applied already: what it wanted is installed, and nothing is left to do'],
  ['stale', 'modules, or what is installed, changed since the plan was made: ask for a new one with want'],
]

function isNot(root: string, standing: PlanStanding, reason: string): PreconditionPredicate {
  return createPrecondition<{ planId?: string }>(
    reason,
    'CONFLICT',
    ({ planId }) => planId === undefined || planStanding(root, planId) !== standing,
  )
}

export function installPlan({ catalogue, root }: StudioContext): Tool<'graph.install_plan'> {
  return defineTool(
    {
      toolName: 'graph.install_plan',
      description:
        'Plans the way from the installed modules to the wanted ones: what is installed, upgraded and removed, what breaks for whom, which capabilities tools gain and which promises are loosened. With planId and apply: true it is carried out, once an operator has approved it.',
      inputSchema,
      outputSchema,
      capabilities: ['READ', 'WRITE', 'SCHEMA_MUTATION'],
      writes: ['.surety/plans/**', '.surety/installed/**'],
      network: 'none',
      resourceLimits: { timeoutMs: 120_000, maxOutputBytes: MAX_ANSWER_BYTES },
      preconditions: [
        createPrecondition('give either want, or planId with apply: true', 'PLAN_OR_APPLY', ({ want, planId, apply }) =>
          want === undefined ? planId !== undefined && apply === true : planId === undefined && apply !== true,
        ),
        ...WHY_NOT.map(([standing, reason]) => isNot(root, standing, reason)),
      ],
      approval: ({ apply }) => apply === true,
      errorCodes: [...MODULE_ERRORS, ANSWER_TOO_LARGE],
      constraints: [
        'A plan is carried out only after an operator has approved it, never on the word of the agent that asks',
        'A plan that is no longer current is refused with CONFLICT, approved or not',
      ],
      examples: [{ input: { want: ['savvi-studio/teams@^1.0.0'] } }],
    },
    async ({ want = [], planId }, { error, record }) => {
      if (planId !== undefined) {
        const { installed } = valueOf(await applyInstall(root, planId, () => catalogue.read()), error)
        record({ kind: 'write', target: '.surety/installed/installed.json' })
        return { installed: [...installed] }
      }
      const installed = valueOf(readInstalled(root), error)
      const plan = valueOf(await planInstall(await catalogue.read(), installed, want), error)
      record({ kind: 'write', target: `.surety/plans/${plan.planId}.json` })
      const answer = {
        planId: plan.planId,
        steps: [...plan.steps],
        breaks: plan.breaks.map((one) => ({ ...one })),
        gained: plan.gained.map((one) => ({ ...one })),
        loosened: plan.loosened.map((one) => ({ ...one })),
      }
      const instead = `The plan ${plan.planId} is kept in .surety/plans; \`surety modules plan\` prints it.`
      return inOneMessage(answer, instead, error)
    },
  )
}
