import {
  type Checked,
  type DeclaredToolContract,
  type Result,
  type RolePolicy,
  createPrecondition,
  createToolHost,
  defineTool,
} from '@surety/tool-contracts'
import type { ContractFile, InputIssue } from '../author/contract-file.ts'
import type { CompiledTool, ModuleTool } from '../modules/module.ts'
import { declaredContract } from './declared-contract.ts'
import type { Caller } from './studio-context.ts'

/** Would a host let this call of a module's tool through? Its conditions are asked first, for code answers from a process of its own. */
export async function checkModuleCall(
  { compiled, contract }: ModuleTool,
  input: unknown,
  { role, principal }: Caller,
  policy: RolePolicy | undefined,
): Promise<Result<Checked>> {
  const declared: DeclaredToolContract = {
    ...declaredContract(compiled, await ownIssues(contract, input)),
    // What it calls is not here to be reached.
    dependencies: [],
    preconditions: await decidedConditions(contract, input),
    approval: await decidedApproval(contract?.approval ?? ofTable(compiled), input),
  }
  const tool = defineTool(declared, () => {
    throw new Error('It is only checked.')
  })
  const host = createToolHost({ tools: [tool], ...(policy !== undefined && { policy }) })
  return host.check(compiled.tool, input, { principal, ...(role !== undefined && { role }) })
}

/** What only its own code finds wrong with the input; that it does not answer is wrong too. */
async function ownIssues(contract: ContractFile | undefined, input: unknown): Promise<readonly InputIssue[]> {
  if (contract?.inputIssues === undefined) return []
  return (await contract.inputIssues(input)) ?? [{ path: [], expected: 'one that the contract’s own code can judge' }]
}

async function decidedConditions(
  contract: ContractFile | undefined,
  input: unknown,
): Promise<NonNullable<DeclaredToolContract['preconditions']>> {
  return Promise.all(
    (contract?.preconditions ?? []).map(async ({ description, errorCode, holds }) => {
      const isMet = await holds(input)
      return createPrecondition(description, errorCode, () => isMet)
    }),
  )
}

async function decidedApproval(approval: ContractFile['approval'], input: unknown): Promise<'always' | 'never'> {
  if (typeof approval === 'string') return approval
  return (await approval.when(input)) ? 'always' : 'never'
}

/** A tool made of a table has no condition: it asks always, or never. */
function ofTable({ approval }: CompiledTool): 'always' | 'never' {
  return approval === 'never' ? 'never' : 'always'
}
