import { suggestion } from '../contract/nearest.ts'
import { findCycles, firstCircularTools } from '../graph/cycles.ts'
import { withDependencies } from '../graph/reach.ts'
import { callableTools } from './callable-tools.ts'
import { missingInputs } from './missing-inputs.ts'
import type { MissingCapabilities, NoPlan, Plan } from './plan.ts'
import { type Question, problemOf } from './problem.ts'
import { outputsOf } from './tool-fields.ts'

interface Caller {
  readonly role: string | undefined
  readonly missingCapabilities: MissingCapabilities | undefined
}

type FindPlan = (question: Question) => Plan | undefined

/** Why there is no plan: the first of the reasons that apply, beginning with the one that no value at hand could remedy. */
export function explainFailure(question: Question, caller: Caller, findPlan: FindPlan): NoPlan {
  const goalTools = toolsReachingGoal(question)
  const [first] = goalTools
  if (first === undefined) return failure(noGoalTool(question))
  return (
    deniedTools(question, caller, findPlan) ??
    unregisteredDependency(question, goalTools, first) ??
    circularDependency(question, goalTools, first) ??
    missingInput(question, goalTools)
  )
}

function failure(message: string, { missing = [], denied = [] }: Partial<NoPlan> = {}): NoPlan {
  return { ok: false, message, missing, denied }
}

/** The tools whose call would answer the question, by name. */
function toolsReachingGoal({ graph: { tools }, want }: Question): readonly string[] {
  if ('tool' in want) return tools.has(want.tool) ? [want.tool] : []
  const giving = [...tools].filter(([, contract]) => outputsOf(contract).some(({ type }) => type === want.type))
  return giving.map(([name]) => name).toSorted()
}

function noGoalTool({ graph, want }: Question): string {
  if ('tool' in want) return `Tool '${want.tool}' is not registered.${suggestion(want.tool, graph.tools.keys())}`
  return `No registered tool gives a value of the type '${want.type}', and none is at hand. Put one in 'have', or register a tool with such an output.`
}

/** The tools that the role may not call, where there would be a plan without the role. */
function deniedTools(
  question: Question,
  { role, missingCapabilities }: Caller,
  findPlan: FindPlan,
): NoPlan | undefined {
  if (missingCapabilities === undefined) return undefined
  const called = findPlan(question)?.steps.map(({ tool }) => tool) ?? []
  const denied = [...withDependencies(question.graph, called)]
    .map((tool) => ({ tool, capabilities: missingCapabilities(tool) }))
    .filter(({ capabilities }) => capabilities.length > 0)
  if (denied.length === 0) return undefined
  const who = role === undefined ? 'Without a role one' : `Role '${role}'`
  const what = listed(denied.map(({ tool, capabilities }) => `${tool} (lacks ${capabilities.join(', ')})`))
  return failure(`${who} may not call ${what}. Ask for a role that may, or for something else.`, { denied })
}

function unregisteredDependency({ graph }: Question, goalTools: readonly string[], first: string): NoPlan | undefined {
  const callable = new Set(callableTools(graph, () => true))
  if (goalTools.some((tool) => callable.has(tool))) return undefined
  const absent = [...withDependencies(graph, [first])].filter((name) => !graph.tools.has(name))
  const hint = suggestion(absent[0] ?? '', graph.tools.keys())
  return failure(`Tool '${first}' depends on what is not registered: ${listed(absent)}.${hint}`)
}

function circularDependency(question: Question, goalTools: readonly string[], first: string): NoPlan | undefined {
  const { graph } = question
  const orderable = new Set(orderableTools(question))
  if (goalTools.some((tool) => orderable.has(tool))) return undefined
  const needed = withDependencies(graph, [first])
  const cycle = findCycles(graph).find(([start = '']) => needed.has(start)) ?? []
  return failure(`Tool '${first}' can never have its dependencies called before it: ${cycle.join(' needs ')}.`)
}

/** The tools that no missing and, where order counts, no circular dependency keeps from being called. */
function orderableTools({ graph, dependenciesFirst }: Question): readonly string[] {
  const circular = new Set(dependenciesFirst ? firstCircularTools(graph) : [])
  return callableTools(graph, (tool) => !circular.has(tool))
}

/** What to put at hand so that the nearest of the goal's tools can be called. */
function missingInput(question: Question, goalTools: readonly string[]): NoPlan {
  const missing = missingInputs(question, problemOf(question, orderableTools(question)), new Set(goalTools))
  const texts = missing.map(
    ({ tool, field, type }) => `'${field}'${type === 'unknown' ? '' : ` (${type})`} for ${tool}`,
  )
  const advice = "Put it in 'have', or register a tool that gives it."
  return failure(`Nothing at hand, and no tool that can be called, provides ${listed(texts)}. ${advice}`, { missing })
}

const MAX_LISTED = 5

function listed(texts: readonly string[]): string {
  const rest = texts.length - MAX_LISTED
  return `${texts.slice(0, MAX_LISTED).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`
}
