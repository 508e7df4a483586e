import type { Json } from '@surety/tool-contracts/tools'
import type { CompiledTool } from '../module.ts'
import { approvalOf, preconditionsOf } from './cel-conditions.ts'
import { type Accepts, acceptsOf, counterexample } from './counterexample.ts'
import type { Break } from './install-plan.ts'
import type { InstalledSet } from './installed-set.ts'
import { codeOf } from './code-digests.ts'
import { toolsOf } from './placed-tool.ts'
import { inputChanges, outputChanges } from './schema-changes.ts'
import { callersIn } from './callers.ts'

type Reason = Pick<Break, 'reason' | 'example'>

/** What can whoever calls an installed tool as before no longer rely on? */
export async function breaksBetween(before: InstalledSet, after: InstalledSet): Promise<readonly Break[]> {
  const left = toolsOf(after)
  const callers = callersIn(after)
  const [ran, runs] = [codeOf(before), codeOf(after)]
  const found: Break[] = []
  for (const [tool, { module, compiled: was }] of toolsOf(before)) {
    const is = left.get(tool)?.compiled
    const reasons =
      is === undefined
        ? [await removal(was)]
        : [...(await reasonsOf(was, is)), ...otherCode(ran.get(tool), runs.get(tool))]
    for (const reason of reasons) found.push({ tool, module, callers: callers(tool, module), ...reason })
  }
  return found.toSorted((a, b) => (a.tool < b.tool ? -1 : Number(a.tool > b.tool)))
}

async function reasonsOf(was: CompiledTool, is: CompiledTool): Promise<readonly Reason[]> {
  const all = await Promise.all([
    refusedInputs(was, is),
    unmetPreconditions(was, is),
    newApprovals(was, is),
    unpromisedOutputs(was, is),
  ])
  return all.flatMap((reason) => reason ?? [])
}

async function removal(was: CompiledTool): Promise<Reason> {
  const input = await witness(acceptsOf(was, 'input'), () => true, {
    schema: was.inputSchema,
    likely: inputsIn(was),
    isReady: preconditionsOf(was),
  })
  return { reason: `${was.tool} is removed.`, ...(input !== undefined && { example: { input } }) }
}

/** Code may refuse what its schemas accept; what it does is not looked into. */
function otherCode(ran: string | undefined, runs: string | undefined): readonly Reason[] {
  if (runs === undefined || ran === runs) return []
  const what = ran === undefined ? 'Inputs are now also judged by code' : 'Inputs are judged by other code'
  return [{ reason: `This may break callers: ${what}, which may refuse what was accepted.` }]
}

async function refusedInputs(was: CompiledTool, is: CompiledTool): Promise<Reason | undefined> {
  const { breaking, unclear } = inputChanges(was, is)
  if (breaking.length + unclear.length === 0) return undefined
  const accepted = acceptsOf(was, 'input')
  const accepts = acceptsOf(is, 'input')
  const isReady = preconditionsOf(was)
  const input = await witness(accepted, accepts && ((value) => !accepts(value)), {
    schema: was.inputSchema,
    near: is.inputSchema,
    likely: inputsIn(was),
    isReady,
  })
  return reasonFor(
    breaking,
    unclear,
    'Inputs that were accepted are refused',
    input === undefined ? undefined : { input },
  )
}

async function unmetPreconditions(was: CompiledTool, is: CompiledTool): Promise<Reason | undefined> {
  const known = new Set(was.preconditions.map(({ check }) => check))
  const added = is.preconditions.filter(({ check }) => !known.has(check))
  if (added.length === 0) return undefined
  const isReady = preconditionsOf(is)
  const accepts = acceptsOf(is, 'input')
  const input = await witness(acceptsOf(was, 'input'), (value) => accepts?.(value) !== false && !isReady(value), {
    schema: was.inputSchema,
    likely: inputsIn(was),
    isReady: preconditionsOf(was),
  })
  const sentences = added.map(({ description, errorCode }) => `Inputs must now meet: ${description} (${errorCode}).`)
  return { reason: sentences.join(' '), ...(input !== undefined && { example: { input } }) }
}

async function newApprovals(was: CompiledTool, is: CompiledTool): Promise<Reason | undefined> {
  if (was.approval === is.approval || was.approval === 'always' || is.approval === 'never') return undefined
  const [waited, waits] = [approvalOf(was), approvalOf(is)]
  const input = await witness(acceptsOf(was, 'input'), waits, {
    schema: was.inputSchema,
    likely: inputsIn(was),
    isReady: (value) => waited?.(value) !== true,
  })
  if (input !== undefined) return { reason: 'Calls that needed no approval wait for one.', example: { input } }
  if (was.approval === 'never' || is.approval === 'always') return { reason: 'More calls wait for an approval.' }
  const conditions = `the condition was ${JSON.stringify(was.approval)} and is ${JSON.stringify(is.approval)}`
  return { reason: `This may break callers: calls that needed no approval may wait for one (${conditions}).` }
}

async function unpromisedOutputs(was: CompiledTool, is: CompiledTool): Promise<Reason | undefined> {
  const { breaking, unclear } = outputChanges(was, is)
  if (breaking.length + unclear.length === 0) return undefined
  const promised = acceptsOf(was, 'output')
  const output = await witness(acceptsOf(is, 'output'), promised && ((value) => !promised(value)), {
    schema: is.outputSchema,
    near: was.outputSchema,
    likely: [],
  })
  return reasonFor(
    breaking,
    unclear,
    'Outputs may come that were not promised',
    output === undefined ? undefined : { output },
  )
}

interface Search {
  readonly schema: unknown
  readonly near?: unknown
  readonly likely: readonly Json[]
  /** Of inputs: could a call have come that far before? */
  readonly isReady?: Accepts
}

async function witness(
  accepted: Accepts | undefined,
  isRefused: Accepts | undefined,
  { isReady, ...search }: Search,
): Promise<Json | undefined> {
  if (accepted === undefined || isRefused === undefined) return undefined
  const isAllowed: Accepts = (value) => accepted(value) && isReady?.(value) !== false
  return counterexample({ ...search, isAllowed, isRefused, isObject: isReady !== undefined })
}

/** What is shown by an example is certain; what has none may be harmless. */
function reasonFor(
  breaking: readonly string[],
  unclear: readonly string[],
  what: string,
  example: Break['example'],
): Reason {
  const sentences = [...breaking, ...unclear].join(' ')
  if (example !== undefined) return { reason: `${what}: ${sentences}`, example }
  return { reason: `This may break callers: ${sentences}` }
}

function inputsIn({ examples }: CompiledTool): readonly Json[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- compiled tools are read from JSON
  return examples.map(({ input }) => input as Json)
}
