import type { ContractFile, TestCase } from './contract-file.ts'

/** The examples of a contract as tests: their calls must succeed, and a deterministic tool answers as they say. */
export function exampleTests(examples: ContractFile['examples']): readonly TestCase[] {
  return examples.map(({ input, output }, index) => ({
    kind: 'example',
    name: `example ${index + 1}`,
    at: ['examples', index],
    input,
    env: {},
    ignorePaths: [],
    expect: { outputSchema: undefined, output, error: undefined },
  }))
}
