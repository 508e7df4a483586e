import type { JsonSchema } from '@surety/tool-contracts/tools'
import { approval, conditions } from './cel/condition.ts'
import { type ContractFields, type ReadContract, contractFields, contractIn } from './contract-in.ts'
import { openYaml } from './yaml/open-yaml.ts'
import type { Source } from './yaml/reader.ts'

/** A contract in YAML, with conditions in CEL. */
export const IN_YAML: ContractFields = contractFields({
  preconditions: conditions('input'),
  postconditions: conditions('output'),
  approval,
})

/** A contract from its YAML; never throws. */
export function readContract(text: string, source: Source): ReadContract {
  return contractIn(openYaml(text, source), IN_YAML)
}

/** By which an editor checks a contract while it is written. */
export const contractSchema: JsonSchema = IN_YAML.schema
