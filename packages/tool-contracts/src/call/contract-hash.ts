import type { Contract } from '../contract/declare.ts'
import { canonicalJson } from '../journal/canonical.ts'
import { sha256 } from '../journal/sha256.ts'

const hashes = new WeakMap<Contract, string>()

/** SHA-256 of what the contract says, in hex. The code of conditions and approval rules has no text to compare: their descriptions count. */
export function contractHash(contract: Contract): string {
  const known = hashes.get(contract)
  if (known !== undefined) return known
  const hash = sha256(canonicalJson(JSON.parse(JSON.stringify(saidBy(contract)))))
  hashes.set(contract, hash)
  return hash
}

function saidBy(contract: Contract): unknown {
  const { input, output, preconditions, postconditions, codes, approval, ...plain } = contract
  return {
    ...plain,
    input: input.jsonSchema,
    output: output.jsonSchema,
    preconditions: preconditions.map(({ description, errorCode }) => [description, errorCode]),
    postconditions: postconditions.map(({ description, errorCode }) => [description, errorCode]),
    codes: [...codes],
    approval: typeof approval === 'string' ? approval : 'conditional',
  }
}
