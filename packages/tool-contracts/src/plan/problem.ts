import type { DeclaredToolContract } from '../contract/contract.ts'
import type { SemanticType } from '../contract/semantic-types.ts'
import type { ReadonlyToolGraph } from '../graph/graph.ts'
import { calledFact, factFor, typeFact } from './facts.ts'
import { type Given, givenFor } from './given.ts'
import { type NamedContract, producersAmong } from './producers.ts'
import { type Input, inputsOf } from './tool-fields.ts'

export type Want = { readonly type: SemanticType } | { readonly tool: string }

/** What is asked of the planner. */
export interface Question {
  readonly graph: ReadonlyToolGraph
  readonly given: Given
  readonly want: Want
  /** Whether a tool's dependencies must be called before it. */
  readonly dependenciesFirst: boolean
}

/** A tool that may be part of a plan. */
export interface Candidate {
  readonly name: string
  readonly contract: DeclaredToolContract
  /** The inputs to provide; an object counts as its parts unless it is given whole. */
  readonly inputs: readonly Input[]
  /** Facts that must hold before the call and do not hold from the start. */
  readonly needs: readonly string[]
  /** Facts that hold after the call; only those that matter. */
  readonly gives: readonly string[]
}

/** Planning as facts: a value of some type is there, a value of some name is there, some tool was called. Facts are never lost. */
export interface Problem {
  /** In the order of their names. */
  readonly tools: readonly Candidate[]
  /** For each fact that matters, the tools that give it, in the order of their names. */
  readonly producers: ReadonlyMap<string, readonly Candidate[]>
  readonly goal: string
}

/** The question as far as these tools matter to it: those that give what it asks for, what those need, and so on; sorted by name. */
export function problemOf(question: Question, toolNames: readonly string[]): Problem {
  const { want, graph } = question
  const goal = 'tool' in want ? calledFact(want.tool) : typeFact(want.type)
  const producersOf = producersAmong(graph, toolNames)
  const producers = new Map<string, readonly Candidate[]>()
  const candidates = new Map<string, NewCandidate>()
  const facts = new Set([goal])
  for (const fact of facts) {
    const found = producersOf(fact).map((tool) => candidates.get(tool.name) ?? candidateOf(question, tool))
    producers.set(fact, found)
    for (const candidate of found) {
      candidates.set(candidate.name, candidate)
      candidate.gives.push(fact)
      for (const need of candidate.needs) facts.add(need)
    }
  }
  return { tools: [...candidates.values()].toSorted(byName), producers, goal }
}

/** By code units. */
export function byName(a: Candidate, b: Candidate): number {
  return a.name < b.name ? -1 : 1
}

interface NewCandidate extends Candidate {
  readonly gives: string[]
}

function candidateOf(question: Question, { name, contract }: NamedContract): NewCandidate {
  const { graph, given, dependenciesFirst } = question
  const inputs = expandObjects(inputsOf(contract), given)
  const notGiven = inputs.filter((input) => input.required && givenFor(given, input) === undefined)
  const dependencies = dependenciesFirst ? [...(graph.dependencies.get(name) ?? [])] : []
  const needs = new Set([...dependencies.map(calledFact), ...notGiven.map(factFor)])
  return { name, contract, inputs, needs: [...needs], gives: [] }
}

function expandObjects(inputs: readonly Input[], given: Given): readonly Input[] {
  return inputs.flatMap((input) =>
    input.parts.length === 0 || givenFor(given, input) !== undefined ? [input] : expandObjects(input.parts, given),
  )
}
