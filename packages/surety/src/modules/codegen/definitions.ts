import type { Json, JsonObject } from '@surety/tool-contracts/tools'
import { isRecord } from '@surety/tool-contracts/tools'
import { type Root, type Schema, openSchema } from '../../inputs/schema.ts'
import { ANYTHING, type Expression, NOTHING, type Scope } from './expression.ts'
import { camelCase, capitalized } from './names.ts'
import { toZod } from './to-zod.ts'

/** A schema that others refer to. */
export interface Definition {
  readonly name: string
  readonly expression: Expression
  /** The name of its type, where it contains itself: no inference finds that out. */
  readonly typeName: string | undefined
}

export interface Translation {
  /** In an order in which each has what it needs; those that contain themselves are looked up when they are used. */
  readonly definitions: readonly Definition[]
  readonly expression: Expression
}

/** A JSON Schema as Zod schemas: its own, and one for each that it refers to. The wish is what they are called after. */
export function translateSchema(schema: JsonObject, wish: string, nameOf: (wish: string) => string): Translation {
  const opened = openSchema(schema)
  if (!opened.ok) throw new Error(`A schema that was found valid cannot be read: ${opened.reason}.`)
  const { root } = opened
  const definitions = new Map<Schema, Definition>()
  const scope = createScope(root, (reference) => {
    const target = root.resolve(reference)
    if (target === undefined) throw new Error('A schema that was found valid refers to nothing.')
    if (typeof target === 'boolean') return target ? ANYTHING : NOTHING
    const { name, typeName } = definitions.get(target) ?? define(target, reference)
    if (typeName === undefined) return { code: name, type: `z.input<typeof ${name}>` }
    return { code: `z.lazy(() => ${name})`, type: typeName }
  })

  const ordered: Definition[] = []
  function define(target: JsonObject, reference: string): Definition {
    const name = nameOf(`${wish}${capitalized(camelCase(lastStep(reference)))}`)
    const typeName = containsItself(root, target) ? nameOf(capitalized(name)) : undefined
    // Whoever refers to it while it is made needs no more than its name.
    definitions.set(target, { name, typeName, expression: ANYTHING })
    const made = { name, typeName, expression: scope.translate(target, { ...scope, fillsDefaults: false }) }
    definitions.set(target, made)
    ordered.push(made)
    return made
  }

  const expression = refersTo(root, schema).has(root.schema)
    ? scope.reference('#')
    : scope.translate(root.schema, scope)
  return { definitions: ordered, expression }
}

/** Each part is translated once for each use of defaults, however often it is asked for. */
function createScope(root: Root, reference: Scope['reference']): Scope {
  const made = { filled: new Map<Schema, Expression>(), judged: new Map<Schema, Expression>() }
  const dialect = isRecord(root.schema) ? root.schema['$schema'] : undefined
  return {
    root,
    isDraft07: typeof dialect === 'string' && /draft-0[3-7]/.test(dialect),
    fillsDefaults: true,
    reference,
    translate(schema, scope) {
      const known = made[scope.fillsDefaults ? 'filled' : 'judged']
      const expression = known.get(schema) ?? toZod(schema, scope)
      known.set(schema, expression)
      return expression
    },
  }
}

function lastStep(reference: string): string {
  return reference === '#' ? 'root' : (reference.split(/[/#]/).at(-1) ?? '')
}

function containsItself(root: Root, target: JsonObject): boolean {
  return refersTo(root, target).has(target)
}

/** Every schema that is referred to from within, directly or through others. */
function refersTo(root: Root, from: JsonObject): ReadonlySet<Schema> {
  const found = new Set<Schema>()
  const waiting: Json[] = [from]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const reference = isRecord(next) ? next['$ref'] : undefined
    const target = typeof reference === 'string' ? root.resolve(reference) : undefined
    if (target !== undefined && !found.has(target)) {
      found.add(target)
      waiting.push(target)
    }
    waiting.push(...Object.values(next))
  }
  return found
}
