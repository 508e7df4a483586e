import {
  ContractError,
  type Journal,
  type RolePolicy,
  type StepPage,
  type StepQuery,
  type Tool,
  type ToolContext,
  createToolHost,
  defineTool,
} from '@surety/tool-contracts'
import { z } from 'zod'
import { MAX_ANSWER_BYTES } from './answer-size.ts'
import { type ServedHost, serveHost } from './serve-host.ts'
import type { Served, ServedTool } from './served.ts'

const TRACE_TOOL = 'trace.query'

const PAGE = 20
const MAX_PAGE = 100
const step = z.looseObject({
  stepId: z.string(),
  index: z.number().int(),
  toolName: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  outputs: z.record(z.string(), z.unknown()),
  durationMs: z.number(),
  statusCode: z.number().int(),
  emittedAt: z.string(),
})

/** Only the journal knows which cursors it gives. */
const ANY_CURSOR = z.string().max(256)

/** Finds the steps that a caller may see. */
export type FindSteps = (query: StepQuery, caller: Pick<ToolContext, 'role' | 'principal'>) => Promise<StepPage>

/** The tool that shows an agent its own steps: a governed tool like any other, over the same journal. */
export function traceTool(toolName: string, findSteps: FindSteps, cursor: z.ZodString = ANY_CURSOR): Tool {
  return defineTool(
    {
      toolName,
      title: 'Query the trace',
      description:
        'Shows the calls you have made in a trace, in order, with their outcomes; by default in the trace of this call.',
      inputSchema: z.strictObject({
        traceId: z.string().min(1).max(128).optional().describe('Default: the trace of this call.'),
        cursor: cursor.optional().describe('nextCursor of the page before.'),
        limit: z.number().int().min(1).max(MAX_PAGE).default(PAGE).describe('Steps per page.'),
        nested: z.boolean().default(false).describe('Also the calls that tools made to other tools.'),
      }),
      outputSchema: z.object({
        traceId: z.string(),
        previousSteps: z.array(step),
        nextCursor: z.string().optional(),
      }),
      capabilities: ['READ'],
      sideEffects: 'none',
      resourceLimits: { maxOutputBytes: MAX_ANSWER_BYTES },
    },
    async ({ traceId, cursor, limit, nested }, context) => {
      const asked = traceId ?? context.traceId
      const query = { traceId: asked, principal: context.principal, nested, without: [toolName] }
      const { steps, nextCursor } = await fittingPage(
        (size) => findSteps({ ...query, limit: size, ...(cursor !== undefined && { cursor }) }, context),
        limit,
      )
      return {
        traceId: asked,
        previousSteps: steps.map((one) => ({ ...one, inputs: { ...one.inputs }, outputs: { ...one.outputs } })),
        ...(nextCursor !== undefined && { nextCursor }),
      }
    },
  )
}

/** As many steps as were asked for, or fewer that one answer takes: the next page has the others. */
async function fittingPage(find: (size: number) => Promise<StepPage>, size: number): Promise<StepPage> {
  const page = await find(size)
  const most = MAX_ANSWER_BYTES - BYTES_AROUND
  if (page.steps.length <= 1 || Buffer.byteLength(JSON.stringify(page.steps)) <= most) return page
  return fittingPage(find, Math.floor(page.steps.length / 2))
}

const BYTES_AROUND = 1024

function servedTrace(journal: Journal, policy: RolePolicy | undefined): ServedHost {
  const tool = traceTool(TRACE_TOOL, async (query) => journal.steps(query))
  return serveHost(createToolHost({ tools: [tool], journal, ...(policy !== undefined && { policy }) }))
}
/** The tools as they are served, with the trace tool where there is a journal to read and nobody said no. */
export function withTrace(served: Served, isWanted: boolean | undefined, names: readonly string[]): Served {
  const { journal } = served
  if (isWanted === false || (isWanted === undefined && journal === undefined)) return served
  if (journal === undefined) throw new ContractError('The call of serve', ['trace needs a journal to read.'])
  if (!names.includes(TRACE_TOOL)) return withTraceTool(served, journal)
  throw new ContractError('The call of serve', [
    `There is a tool '${TRACE_TOOL}' already: rename it, or say trace: false.`,
  ])
}

/** The same tools and the trace tool; a tool of that name among them is hidden by it. */
function withTraceTool(served: Served, journal: Journal): Served {
  const trace = servedTrace(journal, served.policy)
  // The same list for the same tools: others remember what they worked out for a list.
  const lists = new WeakMap<readonly ServedTool[], readonly ServedTool[]>()
  const withOwn = (tools: readonly ServedTool[], role: string | undefined): readonly ServedTool[] => {
    const list = lists.get(tools) ?? [...tools.filter(({ name }) => name !== TRACE_TOOL), ...trace.list(role)]
    lists.set(tools, list)
    return list
  }
  return {
    ...served,
    list: (role) => {
      const listed = served.list(role)
      return listed instanceof Promise ? listed.then((tools) => withOwn(tools, role)) : withOwn(listed, role)
    },
    call: (call) => (call.name === TRACE_TOOL ? trace.call(call) : served.call(call)),
  }
}
