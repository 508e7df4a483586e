import type { JsonObject, JsonSchema } from '@surety/tool-contracts/tools'
import type { CompiledTool } from '../module.ts'
import { compileSchema } from '../../author/schema/compile-schema.ts'
import { openSchema } from '../../inputs/schema.ts'
import { type Translation, translateSchema } from './definitions.ts'
import { camelCase, capitalized, createNames } from './names.ts'
import { block } from './source-text.ts'

/** A tool with the names that its generated parts have. */
export interface GeneratedTool {
  readonly tool: CompiledTool
  /** `filesRead`: the method of the client. */
  readonly method: string
  readonly contract: string
  readonly input: GeneratedSide
  readonly output: GeneratedSide
}

interface GeneratedSide {
  readonly schema: JsonObject
  /** `filesReadInput` */
  readonly name: string
  /** `FilesReadInput` */
  readonly typeName: string
  readonly translation: Translation
}

/** Every tool under names of its own, which depend on nothing but the names of the tools. */
export function nameTools(tools: readonly CompiledTool[]): readonly GeneratedTool[] {
  const sorted = tools.toSorted((a, b) => (a.tool < b.tool ? -1 : 1))
  const methodOf = createNames()
  const nameOf = createNames(['checks'])
  const named = sorted.map((tool) => {
    const method = methodOf(camelCase(tool.tool))
    const sides = [`${method}Input`, `${method}Output`].map((side) => ({
      name: nameOf(side),
      typeName: nameOf(capitalized(side)),
    }))
    return { tool, method, contract: nameOf(`${method}Contract`), sides }
  })
  return named.map(({ tool, method, contract, sides: [input, output] }) => {
    if (input === undefined || output === undefined) throw new Error('A tool has two sides.')
    const asked = plain(tool.inputSchema ?? { type: 'object' })
    const given = plain(tool.outputSchema ?? {})
    return {
      tool,
      method,
      contract,
      input: { ...input, schema: asked, translation: asArguments(asked, translateSchema(asked, input.name, nameOf)) },
      output: { ...output, schema: given, translation: translateSchema(given, output.name, nameOf) },
    }
  })
}

/** Why no code can be generated for a tool, as a sentence; undefined where it can. */
export function faultOf({ tool, inputSchema, outputSchema }: CompiledTool): string | undefined {
  for (const [side, schema] of [['input', inputSchema] as const, ['output', outputSchema] as const]) {
    if (schema === undefined) continue
    const compiled = compileSchema(schema)
    // It may have been put off until a value comes.
    const opened = openSchema(schema)
    if (compiled.ok && opened.ok) continue
    const reason = compiled.ok ? (opened.ok ? '' : `${opened.reason}.`) : compiled.reason
    return `The ${side} schema of ${JSON.stringify(tool)} is no usable JSON Schema: ${reason}`
  }
  return undefined
}

/** The arguments of a call are an object, whether or not the schema says so. */
function asArguments(schema: JsonObject, translation: Translation): Translation {
  if (schema['type'] === 'object') return translation
  const { code, type } = translation.expression
  const both = `{ [key: string]: unknown } & (${type})`
  return {
    ...translation,
    expression: { code: block(`checks.allOf<${both}>([`, ['z.looseObject({})', code], '])'), type: both },
  }
}

function plain(schema: JsonSchema): JsonObject {
  const opened = openSchema(schema)
  if (opened.ok && typeof opened.root.schema === 'object') return opened.root.schema
  throw new Error('A schema that was found valid cannot be read.')
}
