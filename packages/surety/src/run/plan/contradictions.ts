import type { Json } from '@surety/tool-contracts/tools'
import { type Bound, firstIssue } from '../../author/bind.ts'
import type { ContractFile, Problem, TestCase } from '../../author/contract-file.ts'
import { nameOf } from '../../author/yaml/reader.ts'
import { meetsPreconditions } from './base-calls.ts'

type Schemas = Pick<Bound, 'input' | 'output'>

/** Tests that contradict their own contract, and how; by their place among the tests. Nothing a tool answers to them is its fault. */
export async function contradictions(
  contract: ContractFile | undefined,
  schemas: Schemas,
): Promise<ReadonlyMap<number, Problem>> {
  const found = new Map<number, Problem>()
  if (contract === undefined) return found
  for (const [index, test] of contract.tests.entries()) {
    // What is to be refused may be wrong in any way.
    if (test.expect?.error !== undefined) continue
    const problem = misfit(contract, test, schemas) ?? (await brokenPrecondition(contract, test))
    if (problem !== undefined) found.set(index, problem)
  }
  return found
}

/** A test must be a call that the schema allows, and an example show an output that it allows. */
function misfit(contract: ContractFile, { kind, at, input, expect }: TestCase, schemas: Schemas): Problem | undefined {
  const shown = [
    { path: [...at, 'input'], issue: firstIssue(schemas.input, input) },
    ...(kind === 'example' && expect?.output !== undefined
      ? [{ path: [...at, 'output'], issue: firstIssue(schemas.output, expect.output) }]
      : []),
  ]
  const wrong = shown.find(({ issue }) => issue !== undefined)
  if (wrong === undefined) return undefined
  const message = `${nameOf(wrong.path)} does not fit its schema: ${wrong.issue}`
  return problemAt(contract, wrong.path, message, 'Write what fits, or write a test that expects the error.')
}

async function brokenPrecondition(contract: ContractFile, { name, at, input }: TestCase): Promise<Problem | undefined> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test's input was parsed from YAML or JSON
  if (await meetsPreconditions(contract, input as Json)) return undefined
  const message = `The test '${name}' breaks a precondition of its own contract.`
  return problemAt(
    contract,
    [...at, 'input'],
    message,
    'Give it an input that meets every precondition, or expect the error.',
  )
}

function problemAt({ file, tool, locate }: ContractFile, path: TestCase['at'], message: string, fix: string): Problem {
  return { file, tool, ...locate(path), message, fix }
}
