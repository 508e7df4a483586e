/**
 * A Standard Schema (standardschema.dev) that publishes a JSON Schema and accepts every value: a framework shows it to the model
 * and leaves the judgement to the governed call, which answers in the seed's shape.
 */
export interface PassThroughSchema<Value = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'surety'
    readonly validate: (value: unknown) => { readonly value: Value }
    readonly jsonSchema: { readonly input: () => JsonSchema; readonly output: () => JsonSchema }
    /** Never there: it carries the type. */
    readonly types?: { readonly input: Value; readonly output: Value }
  }
}

type JsonSchema = Record<string, unknown>

export function passThroughSchema<Value>(jsonSchema: Readonly<JsonSchema>): PassThroughSchema<Value> {
  // What the schemas of tables say reads alike in every draft that a framework may ask for; only this key tells one.
  const { $schema: _, ...published } = jsonSchema
  // Each caller has its own: frameworks adapt it to their models in place.
  const copy = (): JsonSchema => structuredClone(published)
  return {
    '~standard': {
      version: 1,
      vendor: 'surety',
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is judged here: the governed call has judged or will
      validate: (value) => ({ value: value as Value }),
      jsonSchema: { input: copy, output: copy },
    },
  }
}
