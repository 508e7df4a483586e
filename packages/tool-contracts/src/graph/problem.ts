import type { DeclaredToolContract } from '../contract/contract.ts'
import type { SemanticType } from '../contract/semantic-types.ts'
import { itemAt } from './at.ts'
import { calledFact, factFor, typeFact } from './facts.ts'
import { type Given, givenFor } from './given.ts'
import type { Registry } from './intern.ts'
import { type MakersOf, makersAmong } from './makers.ts'
import { type Input, inputsOf } from './tool-fields.ts'

export type Want = { readonly type: SemanticType } | { readonly tool: string }

/** What is asked of the planner. */
export interface Question {
  readonly graph: Registry
  readonly given: Given
  readonly want: Want
  /** Whether a tool's dependencies must be called before it. */
  readonly inOrder: boolean
}

/** A tool that may be part of a plan. */
export interface Candidate {
  readonly name: string
  readonly contract: DeclaredToolContract
  /** The inputs to feed, objects taken apart unless they are given whole. */
  readonly inputs: readonly Input[]
  /** Facts that must hold before the call and do not hold from the start. */
  readonly needs: readonly number[]
  /** Facts that hold after the call; only those that matter. */
  readonly gives: readonly number[]
}

/**
 * Planning as facts: a value of some type is there, a value of some name is there, some tool was called.
 * Facts and tools are integers; facts are never lost.
 */
export interface Problem {
  readonly facts: ReadonlyMap<string, number>
  /** In the order of their names. */
  readonly tools: readonly Candidate[]
  /** For each fact, who gives it and who needs it. */
  readonly makers: readonly (readonly number[])[]
  readonly users: readonly (readonly number[])[]
  readonly goal: number
}

/** The question as far as these tools can matter to it: those that make what it asks for, what those need, and so on. */
export function problemOf(question: Question, names: readonly string[]): Problem {
  const { want, graph } = question
  const makersOf = makersAmong(graph, names)
  const needed = neededFacts(question, makersOf, 'tool' in want ? calledFact(want.tool) : typeFact(want.type))
  const facts = new Map([...needed.facts].map((fact, id) => [fact, id]))
  const ids = new Map([...needed.tools.keys()].toSorted().map((name, id) => [name, id]))
  const makers = [...facts.keys()].map((fact) => idsOf(ids, makersOf(fact)))
  const gives = inverted(makers, ids.size)
  const tools = [...ids].flatMap(([name, id]) => {
    const tool = needed.tools.get(name)
    return tool === undefined ? [] : [{ ...tool, name, needs: idsOf(facts, tool.needs), gives: itemAt(gives, id) }]
  })
  const users = inverted(
    tools.map((tool) => tool.needs),
    facts.size,
  )
  return { facts, tools, makers, users, goal: 0 }
}

interface Needing extends Pick<Candidate, 'contract' | 'inputs'> {
  readonly needs: ReadonlySet<string>
}

/** Backwards from the goal, which comes first. */
function neededFacts(
  question: Question,
  makersOf: MakersOf,
  goal: string,
): { facts: Set<string>; tools: Map<string, Needing> } {
  const facts = new Set([goal])
  const tools = new Map<string, Needing>()
  for (const fact of facts) {
    for (const name of makersOf(fact)) {
      const contract = question.graph.tools.get(name)
      if (contract === undefined || tools.has(name)) continue
      const inputs = takeApart(inputsOf(contract), question.given)
      const needs = needsOf(question, name, inputs)
      tools.set(name, { contract, inputs, needs })
      for (const need of needs) facts.add(need)
    }
  }
  return { facts, tools }
}

function needsOf({ graph, given, inOrder }: Question, name: string, inputs: readonly Input[]): Set<string> {
  const unfed = inputs.filter((input) => input.required && givenFor(given, input) === undefined)
  const dependencies = inOrder ? [...(graph.dependencies.get(name) ?? [])] : []
  return new Set([...dependencies.map(calledFact), ...unfed.map(factFor)])
}

function takeApart(inputs: readonly Input[], given: Given): readonly Input[] {
  return inputs.flatMap((input) =>
    input.parts.length === 0 || givenFor(given, input) !== undefined ? [input] : takeApart(input.parts, given),
  )
}

function idsOf(ids: ReadonlyMap<string, number>, texts: Iterable<string>): number[] {
  return [...texts].map((text) => ids.get(text)).filter((id) => id !== undefined)
}

/** From what each item lists to who lists each thing. */
function inverted(lists: readonly (readonly number[])[], size: number): readonly (readonly number[])[] {
  const listedBy = Array.from({ length: size }, (): number[] => [])
  lists.forEach((list, id) => list.forEach((thing) => itemAt(listedBy, thing).push(id)))
  return listedBy
}
