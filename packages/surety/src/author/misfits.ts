import type { JsonSchema } from '@surety/tool-contracts/tools'
import type { ContractFile, SchemaReference } from './contract-file.ts'
import { missingFields } from './missing-fields.ts'
import type { Path } from './yaml/offset-of.ts'
import { nameOf, positionIn } from './yaml/reader.ts'

type Schemas = Readonly<Record<'input' | 'output', JsonSchema | undefined>>
type Misfits = readonly { readonly path: Path; readonly message: string }[]

/** What cannot be meant for values of these schemas: it speaks of fields that do not exist, or of other types. */
export function misfits(contract: ContractFile, schemas: Schemas): Misfits {
  return [...missingFields(contract, schemas), ...conditionMisfits(contract, schemas)]
}

function conditionMisfits(
  { preconditions, postconditions, approval }: ContractFile,
  { input, output }: Schemas,
): Misfits {
  const checks = [
    ...preconditions.map(({ misfit }, index) => ({
      path: ['preconditions', positionIn(preconditions, index), 'check'],
      misfit,
      output: undefined,
    })),
    ...postconditions.map(({ misfit }, index) => ({
      path: ['postconditions', positionIn(postconditions, index), 'check'],
      misfit,
      output,
    })),
    { path: ['approval'], misfit: typeof approval === 'string' ? undefined : approval.misfit, output: undefined },
  ]
  return checks.flatMap((check) => {
    const reason = check.misfit?.({ input, output: check.output })
    return reason === undefined
      ? []
      : [{ path: check.path, message: `${nameOf(check.path)} does not fit the schemas: ${reason}.` }]
  })
}

/** The schema itself, unless only a server knows it. */
export function knownSchema(reference: SchemaReference | undefined): JsonSchema | undefined {
  return reference?.kind === 'schema' ? reference.schema : undefined
}
