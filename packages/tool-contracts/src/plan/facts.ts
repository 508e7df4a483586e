import type { SemanticType } from '../contract/semantic-types.ts'

/** A value of this type is there. */
export function typeFact(type: SemanticType): string {
  return `type ${type}`
}

/** A value of this name is there. */
export function nameFact(name: string): string {
  return `name ${name}`
}

export function isNameFact(fact: string): boolean {
  return fact.startsWith('name ')
}

/** This tool was called. */
export function calledFact(tool: string): string {
  return `called ${tool}`
}

/** The fact that must hold so that an input can be provided which is not at hand. */
export function factFor({ type, field }: { readonly type: SemanticType; readonly field: string }): string {
  return type === 'unknown' ? nameFact(field) : typeFact(type)
}
