import type { JsonSchema } from '@surety/tool-contracts'
import { approval, conditions } from './condition.ts'
import { type ContractSource, type Predicates, type ReadContract, contractFields, contractIn } from './contract-in.ts'
import { openYaml } from './open-yaml.ts'

/** Conditions as YAML has them. */
export const IN_CEL: Predicates = { preconditions: conditions('input'), postconditions: conditions('output'), approval }

/** A contract from its YAML; never throws. */
export function readContract(text: string, source: ContractSource): ReadContract {
  return contractIn(openYaml(text, source.file), source, IN_CEL)
}

/** By which an editor checks a contract while it is written. */
export const contractSchema: JsonSchema = contractFields({ path: '', file: '' }, IN_CEL).schema
