import type { DeclaredToolContract } from '../contract/contract.ts'
import type { ReadonlyToolGraph } from '../graph/graph.ts'
import { calledFact, isNameFact, nameFact, typeFact } from './facts.ts'
import { outputNamesOf, outputsOf } from './tool-fields.ts'

/** A contract with the name it is registered under. */
export interface NamedContract {
  readonly name: string
  readonly contract: DeclaredToolContract
}

/** The tools whose call makes a fact hold. */
export type ProducersOf = (fact: string) => readonly NamedContract[]

/** Looks producers up among these tools; output schemas are read only once somebody asks for a name. */
export function producersAmong({ tools }: ReadonlyToolGraph, names: readonly string[]): ProducersOf {
  const contracts = names.flatMap((name) => {
    const contract = tools.get(name)
    return contract === undefined ? [] : [{ name, contract }]
  })
  const typed = indexByFact(contracts, ({ name, contract }) => [calledFact(name), ...typeFacts(contract)])
  let named: ReadonlyMap<string, readonly NamedContract[]> | undefined
  return (fact) => {
    if (!isNameFact(fact)) return typed.get(fact) ?? []
    named ??= indexByFact(contracts, ({ contract }) => outputNamesOf(contract).map(nameFact))
    return named.get(fact) ?? []
  }
}

function typeFacts(contract: DeclaredToolContract): Set<string> {
  return new Set(outputsOf(contract).map(({ type }) => typeFact(type)))
}

function indexByFact(
  contracts: readonly NamedContract[],
  factsOf: (tool: NamedContract) => readonly string[],
): ReadonlyMap<string, readonly NamedContract[]> {
  const producers = new Map<string, NamedContract[]>()
  for (const tool of contracts) {
    for (const fact of factsOf(tool)) {
      const known = producers.get(fact)
      if (known === undefined) producers.set(fact, [tool])
      else known.push(tool)
    }
  }
  return producers
}
