import { propertiesOf } from '../../inputs/properties.ts'
import type { ContractEvidence } from '../../judge/evidence.ts'
import type { Subject } from '../plan/subject.ts'

/** What the contract promises, put in the form the rules judge. */
export function contractEvidence({
  contract,
  problems,
  contradicted,
  input,
  output,
  network,
}: Subject): ContractEvidence | undefined {
  if (contract === undefined) return undefined
  const { guarantees, errors, inputSchema, outputSchema } = contract
  const conditions = [...contract.preconditions, ...contract.postconditions]
  return {
    file: contract.file,
    problems: [...problems, ...contradicted.values()],
    ignored: contract.ignore,
    limits: contract.limits,
    promised: {
      ...guarantees,
      ...(network.length > 0 && { serverNetwork: network }),
      idempotent: contract.idempotent,
      errors:
        errors && [...errors, ...conditions.map(({ errorCode }) => ({ code: errorCode }))].map(({ code }) => code),
      inputSchemaName: inputSchema?.kind === 'name' ? inputSchema.name : undefined,
      outputSchemaName: outputSchema?.kind === 'name' ? outputSchema.name : undefined,
      checksInput: inputSchema !== undefined && propertiesOf(input?.jsonSchema).length > 0,
      checksOutput: outputSchema !== undefined && Object.keys(output?.jsonSchema ?? {}).length > 0,
      postconditions: contract.postconditions.map(({ description }) => description),
    },
  }
}
