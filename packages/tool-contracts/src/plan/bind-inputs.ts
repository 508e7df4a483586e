import { factFor, nameFact, typeFact } from './facts.ts'
import { type Given, givenFor } from './given.ts'
import type { Binding, PlanStep } from './plan.ts'
import type { Candidate } from './problem.ts'
import { type Input, outputNamesOf, outputsOf } from './tool-fields.ts'

/** The calls with the source of each input: a value at hand if one fits, else the earliest output, best of the same name. */
export function bindInputs(given: Given, calls: readonly Candidate[]): readonly PlanStep[] {
  const produced = new Map<string, Binding>()
  return calls.map((tool, step) => {
    const inputs = tool.inputs.flatMap((input) => {
      const source = sourceOf(input, given, produced)
      return source === undefined ? [] : [[input.field, source] as const]
    })
    recordOutputs(tool, step, produced)
    return { tool: tool.name, inputs: Object.fromEntries(inputs) }
  })
}

function sourceOf(input: Input, given: Given, produced: ReadonlyMap<string, Binding>): Binding | undefined {
  const name = givenFor(given, input)
  if (name !== undefined) return { from: 'given', name }
  if (!input.required) return undefined
  const sameName = input.type === 'unknown' ? undefined : produced.get(`${typeFact(input.type)} ${input.field}`)
  return sameName ?? produced.get(factFor(input))
}

function recordOutputs({ name: tool, contract }: Candidate, step: number, produced: Map<string, Binding>): void {
  const record = (key: string, field: string): void => {
    if (!produced.has(key)) produced.set(key, { from: 'step', step, tool, field })
  }
  for (const { field, type } of outputsOf(contract)) {
    record(typeFact(type), field)
    record(`${typeFact(type)} ${field}`, field)
  }
  for (const field of outputNamesOf(contract)) record(nameFact(field), field)
}
