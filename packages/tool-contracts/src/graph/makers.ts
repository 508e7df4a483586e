import type { DeclaredToolContract } from '../contract/contract.ts'
import { calledFact, isNameFact, nameFact, typeFact } from './facts.ts'
import type { Registry } from './intern.ts'
import { outputNamesOf, outputsOf } from './tool-fields.ts'

/** Who makes a fact hold. */
export type MakersOf = (fact: string) => readonly string[]

/** Looks makers up among these tools; output schemas are read only once somebody asks for a name. */
export function makersAmong({ tools }: Registry, names: readonly string[]): MakersOf {
  const typed = index(tools, names, (name, contract) => [calledFact(name), ...typeFacts(contract)])
  let named: ReadonlyMap<string, readonly string[]> | undefined
  return (fact) => {
    if (!isNameFact(fact)) return typed.get(fact) ?? []
    named ??= index(tools, names, (_name, contract) => outputNamesOf(contract).map(nameFact))
    return named.get(fact) ?? []
  }
}

function typeFacts(contract: DeclaredToolContract): Set<string> {
  return new Set(outputsOf(contract).map(({ type }) => typeFact(type)))
}

function index(
  tools: Registry['tools'],
  names: readonly string[],
  factsOf: (name: string, contract: DeclaredToolContract) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const makers = new Map<string, string[]>()
  for (const name of names) {
    const contract = tools.get(name)
    for (const fact of contract === undefined ? [] : factsOf(name, contract)) {
      const known = makers.get(fact)
      if (known === undefined) makers.set(fact, [name])
      else known.push(name)
    }
  }
  return makers
}
