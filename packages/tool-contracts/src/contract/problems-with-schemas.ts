import { messageOf } from '../outcome.ts'
import type { DeclaredToolContract } from './contract.ts'
import { type FieldPath, parseFieldPath } from './field-path.ts'
import { sentence } from './issues.ts'
import { isRecord } from './record.ts'
import { leavesOpen, schemaNodes } from './schema-nodes.ts'
import { SEMANTIC_TYPES, isSemanticType } from './semantic-types.ts'
import { show } from './show.ts'
import { isZodSchema, zodShape } from './shape.ts'

type Side = 'input' | 'output'

export function semanticTypes(declaration: DeclaredToolContract): string[] {
  return (['input', 'output'] as const).flatMap((side) => {
    const types: unknown = declaration[`${side}SemanticTypes`]
    if (types === undefined) return []
    const key = `${side}SemanticTypes`
    if (!isRecord(types)) return [`${key} must map field paths to semantic types.`]
    return Object.entries(types).flatMap(([text, type]) => [
      ...(isSemanticType(type) ? [] : [`${key}['${text}'] is ${show(type)}, which is none of ${KNOWN_TYPES}.`]),
      ...inPath(declaration, side, key, text, parseFieldPath(text)),
    ])
  })
}

const KNOWN_TYPES = Object.keys(SEMANTIC_TYPES).join(', ')

export function sensitive(declaration: DeclaredToolContract): string[] {
  return (declaration.sensitive ?? []).flatMap((text: unknown) => {
    const [, side, field = ''] = typeof text === 'string' ? (/^(input|output)\.?(\[\].*|[^[].*)$/.exec(text) ?? []) : []
    const path = parseFieldPath(field)
    if ((side !== 'input' && side !== 'output') || path === undefined) {
      return [`sensitive has ${show(text)}; write a field path like 'input.card_number' or 'output.lines[].iban'.`]
    }
    return inPath(declaration, side, 'sensitive', field, path)
  })
}

/** A path that leads nowhere checks and hides nothing: a slip of the pen that must not go unseen. */
function inPath(
  declaration: DeclaredToolContract,
  side: Side,
  key: string,
  text: string,
  path: FieldPath | undefined,
): string[] {
  if (path === undefined) return [`${key} has '${text}', which is no field path; write it like 'id' or 'items[].id'.`]
  const declared: unknown = declaration[`${side}Schema`]
  if (!isZodSchema(declared)) return []
  try {
    const schema = zodShape(declared, side).jsonSchema
    const isThere = schemaNodes(schema, path).length > 0 || leavesOpen(schema, path)
    return isThere ? [] : [`${key} names '${text}', which the ${side}Schema does not have.`]
  } catch (error) {
    return [`The ${side} schema cannot be published as JSON Schema: ${messageOf(error)}.`]
  }
}

export function examples(declaration: DeclaredToolContract): string[] {
  return (declaration.examples ?? []).flatMap((example: unknown, index) => {
    if (!isRecord(example)) return [`examples[${index}] must have an input.`]
    const output = example['output'] === undefined ? [] : inExample(declaration, 'output', example['output'])
    const problems = [...inExample(declaration, 'input', example['input']), ...output]
    return problems.map((problem) => `examples[${index}]: ${problem}`)
  })
}

function inExample(declaration: DeclaredToolContract, side: Side, value: unknown): string[] {
  const declared: unknown = declaration[`${side}Schema`]
  if (!isZodSchema(declared)) return []
  try {
    const parsed = zodShape(declared, side).parse(value)
    return parsed.ok ? [] : [sentence(parsed.issues[0], side, false)]
  } catch (error) {
    return [`The ${side} schema cannot be applied: ${messageOf(error)}.`]
  }
}
