import { withDependencies } from '../graph/reach.ts'
import { factFor } from './facts.ts'
import { givenFor } from './given.ts'
import { layersOf } from './layers.ts'
import type { NoPlan } from './plan.ts'
import type { Candidate, Problem, Question } from './problem.ts'

/** The required inputs that nothing provides, of the goal tool that lacks fewest and of its dependencies. */
export function missingInputs(
  { graph, given, dependenciesFirst }: Question,
  { tools }: Problem,
  goalTools: ReadonlySet<string>,
): NoPlan['missing'] {
  const holds = new Set(layersOf(tools).flatMap((layer) => layer.flatMap(({ gives }) => gives)))
  const missingOf = ({ name, inputs }: Candidate): NoPlan['missing'] =>
    inputs
      .filter((input) => input.required && givenFor(given, input) === undefined && !holds.has(factFor(input)))
      .map(({ field, type }) => ({ tool: name, field, type }))

  const nearest = tools
    .filter(({ name }) => goalTools.has(name))
    .reduce((best, tool) => (missingOf(tool).length < missingOf(best).length ? tool : best))
  const called = dependenciesFirst ? withDependencies(graph, [nearest.name]) : new Set([nearest.name])
  return tools.filter(({ name }) => called.has(name)).flatMap(missingOf)
}
