import { itemAt } from './at.ts'
import { factFor, nameFact, typeFact } from './facts.ts'
import { type Given, givenFor } from './given.ts'
import type { Binding, PlanStep } from './plan.ts'
import type { Candidate, Problem } from './problem.ts'
import { type Input, outputNamesOf, outputsOf } from './tool-fields.ts'

/** The calls with the source of each input: a value at hand if one fits, else the earliest output, best of the same name. */
export function stepsOf({ tools }: Problem, given: Given, calls: readonly number[]): readonly PlanStep[] {
  const made = new Map<string, Binding>()
  return calls.map((call, step) => {
    const tool = itemAt(tools, call)
    const inputs = tool.inputs.flatMap((input) => {
      const source = sourceOf(input, given, made)
      return source === undefined ? [] : [[input.field, source] as const]
    })
    noteOutputs(tool, step, made)
    return { tool: tool.name, inputs: Object.fromEntries(inputs) }
  })
}

function sourceOf(input: Input, given: Given, made: ReadonlyMap<string, Binding>): Binding | undefined {
  const name = givenFor(given, input)
  if (name !== undefined) return { from: 'given', name }
  if (!input.required) return undefined
  const sameName = input.type === 'unknown' ? undefined : made.get(`${typeFact(input.type)} ${input.field}`)
  return sameName ?? made.get(factFor(input))
}

function noteOutputs({ name: tool, contract }: Candidate, step: number, made: Map<string, Binding>): void {
  const note = (key: string, field: string): void => {
    if (!made.has(key)) made.set(key, { from: 'step', step, tool, field })
  }
  for (const { field, type } of outputsOf(contract)) {
    note(typeFact(type), field)
    note(`${typeFact(type)} ${field}`, field)
  }
  for (const field of outputNamesOf(contract)) note(nameFact(field), field)
}
