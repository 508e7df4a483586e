import type { CapabilityTag } from './capabilities.ts'
import type { DeclaredToolContract } from './contract.ts'

const DOES: Readonly<Record<CapabilityTag, string>> = {
  READ: 'reads data',
  WRITE: 'changes data',
  DELETE: 'deletes data for good',
  CREATE: 'creates data',
  EXECUTE: 'runs an operation',
  ADMIN: 'administers the system',
  SCHEMA_MUTATION: 'alters schemas',
  CODE_EXECUTION: 'executes code',
}

type Declared = Pick<
  DeclaredToolContract,
  'capabilities' | 'sideEffects' | 'writes' | 'network' | 'approval' | 'idempotent'
>

/** One sentence naming everything the contract says the tool does, for agents and people (INV-MCP-002). What it is silent about is not claimed. */
export function effectSentence(contract: Declared): string {
  const does = contract.capabilities.map((capability) => DOES[capability])
  return `Effects: ${[...does, ...files(contract), ...network(contract), ...approval(contract)].join('; ')}.`
}

/** Does the contract promise that nothing is changed? */
export function readsOnly({ capabilities, sideEffects, writes = [] }: Declared): boolean {
  return (
    sideEffects !== 'filesystem' && writes.length === 0 && capabilities.every((capability) => capability === 'READ')
  )
}

function files({ sideEffects, writes = [] }: Declared): string[] {
  const places = [...(sideEffects === 'filesystem' ? ['temporary files'] : []), ...writes]
  if (places.length > 0) return [`writes ${places.join(', ')}`]
  return sideEffects === 'none' ? ['writes no files'] : []
}

function network({ network }: Declared): string[] {
  if (network === undefined) return []
  if (network === 'any') return ['connects to any host']
  return [network === 'none' || network.length === 0 ? 'no network' : `connects to ${network.join(', ')}`]
}

function approval({ approval = 'never' }: Declared): string[] {
  if (approval === 'never') return []
  return [approval === 'always' ? 'waits for approval' : 'may wait for approval']
}
