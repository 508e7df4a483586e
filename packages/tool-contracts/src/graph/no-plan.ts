import { suggestion } from '../contract/nearest.ts'
import { adjacencyOf } from './adjacency.ts'
import { itemAt } from './at.ts'
import { callableTools } from './callable.ts'
import { cyclesOf } from './cycles.ts'
import { factFor } from './facts.ts'
import { givenFor } from './given.ts'
import type { Registry } from './intern.ts'
import type { Lacks, NoPlan, Plan } from './plan.ts'
import { type Candidate, type Question, problemOf } from './problem.ts'
import { layersOf } from './reach.ts'
import { outputsOf } from './tool-fields.ts'

interface Circumstances {
  readonly role: string | undefined
  readonly lacks: Lacks | undefined
  readonly solve: (question: Question) => Plan | undefined
}

/** Why there is no plan: the first of the reasons that apply, from the one that nothing at hand could cure. */
export function noPlan(question: Question, circumstances: Circumstances): NoPlan {
  const leading = leadingTo(question)
  if (leading.length === 0) return because(nothingLeads(question))
  const denied = deniedTools(question, circumstances)
  if (denied.length > 0) {
    const who = circumstances.role === undefined ? 'Without a role one' : `Role '${circumstances.role}'`
    const what = list(denied.map(({ tool, capabilities }) => `${tool} (lacks ${capabilities.join(', ')})`))
    return because(`${who} may not call ${what}. Ask for a role that may, or for something else.`, { denied })
  }
  return unregistered(question, leading) ?? circular(question, leading) ?? unfed(question, leading)
}

function because(message: string, { missing = [], denied = [] }: Partial<NoPlan> = {}): NoPlan {
  return { ok: false, message, missing, denied }
}

/** The tools whose call would answer the question, by name. */
function leadingTo({ graph: { tools }, want }: Question): string[] {
  if ('tool' in want) return tools.has(want.tool) ? [want.tool] : []
  const giving = [...tools].filter(([, contract]) => outputsOf(contract).some(({ type }) => type === want.type))
  return giving.map(([name]) => name).toSorted()
}

function nothingLeads({ graph, want }: Question): string {
  if ('tool' in want) return `Tool '${want.tool}' is not registered.${suggestion(want.tool, graph.tools.keys())}`
  return `No registered tool gives a value of the type '${want.type}', and none is at hand. Put one in 'have', or register a tool with such an output.`
}

/** Who stands in the way where there would be a plan without the role. */
function deniedTools(question: Question, { lacks, solve }: Circumstances): NoPlan['denied'] {
  const plan = lacks && solve(question)
  if (lacks === undefined || plan === undefined) return []
  const called = plan.steps.map(({ tool }) => tool)
  return [...dependingOn(question.graph, called)]
    .map((tool) => ({ tool, capabilities: lacks(tool) }))
    .filter(({ capabilities }) => capabilities.length > 0)
}

function unregistered({ graph }: Question, leading: readonly string[]): NoPlan | undefined {
  const callable = new Set(callableTools(adjacencyOf(graph), () => true))
  if (leading.some((tool) => callable.has(tool))) return undefined
  const tool = itemAt(leading, 0)
  const absent = [...dependingOn(graph, [tool])].filter((name) => !graph.tools.has(name))
  const hint = suggestion(itemAt(absent, 0), graph.tools.keys())
  return because(`Tool '${tool}' depends on what is not registered: ${list(absent)}.${hint}`)
}

function circular({ graph, inOrder }: Question, leading: readonly string[]): NoPlan | undefined {
  const straight = new Set(straightTools(graph, inOrder))
  if (leading.some((tool) => straight.has(tool))) return undefined
  const tool = itemAt(leading, 0)
  const below = dependingOn(graph, [tool])
  const cycle = cyclesOf(adjacencyOf(graph)).find(([start = '']) => below.has(start)) ?? []
  return because(`Tool '${tool}' can never have its dependencies called before it: ${cycle.join(' needs ')}.`)
}

/** The tools that no missing and, where order counts, no circular dependency keeps from being called. */
function straightTools(graph: Registry, inOrder: boolean): readonly string[] {
  const adjacency = adjacencyOf(graph)
  const starts = new Set(inOrder ? cyclesOf(adjacency).map(([start]) => start) : [])
  return callableTools(adjacency, (tool) => !starts.has(tool))
}

/** What to put at hand so that the nearest of the leading tools can be called. */
function unfed(question: Question, leading: readonly string[]): NoPlan {
  const problem = problemOf(question, straightTools(question.graph, question.inOrder))
  const reached = layersOf(problem)
    .flat()
    .map((id) => itemAt(problem.tools, id))
  const held = new Set(reached.flatMap(({ gives }) => gives))
  const holds = (fact: string): boolean => held.has(problem.facts.get(fact) ?? -1)
  const unfedInputs = ({ name, inputs }: Candidate): NoPlan['missing'] =>
    inputs
      .filter((input) => input.required && givenFor(question.given, input) === undefined && !holds(factFor(input)))
      .map(({ field, type }) => ({ tool: name, field, type }))

  const lead = new Set(leading)
  const nearest = problem.tools
    .filter(({ name }) => lead.has(name))
    .reduce((best, tool) => (unfedInputs(tool).length < unfedInputs(best).length ? tool : best))
  const called = question.inOrder ? dependingOn(question.graph, [nearest.name]) : new Set([nearest.name])
  const missing = problem.tools.filter(({ name }) => called.has(name)).flatMap(unfedInputs)
  const texts = missing.map(
    ({ tool, field, type }) => `'${field}'${type === 'unknown' ? '' : ` (${type})`} for ${tool}`,
  )
  const advice = "Put it in 'have', or register a tool that gives it."
  return because(`Nothing at hand, and no tool that can be called, provides ${list(texts)}. ${advice}`, { missing })
}

/** These tools and all they depend on, registered or not. */
function dependingOn({ dependencies }: Registry, tools: readonly string[]): ReadonlySet<string> {
  const all = new Set(tools)
  for (const tool of all) for (const needed of dependencies.get(tool) ?? []) all.add(needed)
  return all
}

const SHOWN = 5

function list(texts: readonly string[]): string {
  const rest = texts.length - SHOWN
  return `${texts.slice(0, SHOWN).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`
}
