import type { z } from 'zod'
import type { SemanticType } from './semantic-types.ts'

/** What stays as it is, branded texts and numbers included. */
type Leaf =
  | string
  | number
  | bigint
  | boolean
  | symbol
  | null
  | undefined
  | Date
  | ((...parameters: never[]) => unknown)

/** A value as a handler may use it: to look at, not to change (INV-MCP-005). */
export type DeepReadonly<T> = T extends Leaf
  ? T
  : T extends ReadonlyMap<infer K, infer V>
    ? ReadonlyMap<DeepReadonly<K>, DeepReadonly<V>>
    : T extends ReadonlySet<infer V>
      ? ReadonlySet<DeepReadonly<V>>
      : T extends object
        ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
        : T

/** The input as a tool and its conditions see it: parsed, and not to be changed. */
export type InputOf<I extends z.ZodType> = DeepReadonly<z.output<I>>

/** The output as its caller sees it. */
export type OutputOf<O extends z.ZodType> = DeepReadonly<z.output<O>>

/** The fields a precondition finds at top level; none in an input that is no object. */
export type InputFields<I extends z.ZodType> = Fields<InputOf<I>>

/** The fields a postcondition finds at top level, and both sides whole. */
export type OutputFields<I extends z.ZodType, O extends z.ZodType> = Fields<OutputOf<O>> & {
  readonly $input: InputOf<I>
  readonly $output: OutputOf<O>
}

type Fields<T> = unknown extends T ? Record<string, unknown> : T extends readonly unknown[] | Leaf ? object : T

/** Field path (`moduleRef`, `items[].id`) to what the field means. */
export type SemanticTypes<T> =
  string extends FieldPaths<T>
    ? Readonly<Record<string, SemanticType>>
    : [FieldPaths<T>] extends [never]
      ? Readonly<Record<string, never>>
      : { readonly [Path in FieldPaths<T>]?: SemanticType }

/** The paths of the fields in a value; any text where the schema does not tell. */
type FieldPaths<T> = Steps<T> extends infer Step extends string ? (Step extends `.${infer Path}` ? Path : Step) : never

/** How a path goes on from a value: `.id`, `[].id`; as far as the value does not repeat one that is `Around` it. */
type Steps<T, Around = never> = unknown extends T
  ? string
  : T extends Leaf
    ? never
    : [T] extends [Around]
      ? string
      : T extends readonly (infer Item)[]
        ? '[]' | `[]${Steps<Item, Around | T>}`
        : { [K in keyof T & string]-?: `.${K}` | `.${K}${Steps<T[K], Around | T>}` }[keyof T & string]
