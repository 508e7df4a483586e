import type { JsonSchema } from '@surety/tool-contracts/tools'
import { compiledModule } from './compiled-module.ts'
import { findModule } from './find-module.ts'
import type { CompiledTool, ModuleAnswer, Workspace } from './module.ts'

/** What do a module's tools take and answer, as one JSON Schema 2020-12? Under each tool's name, its `input` and `output`. Not of a module with errors: it would lack tools. */
export function moduleSchemaDocument(workspace: Workspace, ref: string): ModuleAnswer<JsonSchema> {
  const found = findModule(workspace, ref)
  if (!found.ok) return found
  const compiled = compiledModule(workspace, found.value)
  if (!compiled.ok) return compiled
  const { description, tools } = compiled.value
  const id = `urn:surety:module:${ref}`
  return {
    ok: true,
    value: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: id,
      title: ref,
      description,
      type: 'object',
      properties: Object.fromEntries(tools.map((tool) => [tool.tool, toolSchema(tool, id)])),
      additionalProperties: false,
    },
  }
}

function toolSchema(tool: CompiledTool, id: string): JsonSchema {
  const part = (side: 'input' | 'output', schema: JsonSchema | undefined): JsonSchema =>
    // With an id of its own, what it refers to is found within it.
    schema === undefined
      ? UNKNOWN
      : { $id: `${id}:${encodeURIComponent(tool.tool)}:${side}`, ...withoutRootReference(schema) }
  return {
    description: tool.description,
    type: 'object',
    properties: { input: part('input', tool.inputSchema), output: part('output', tool.outputSchema) },
    additionalProperties: false,
  }
}

/** It means the same, and Ajv does not follow it in a circle. */
function withoutRootReference(schema: JsonSchema): JsonSchema {
  const { $ref, allOf, ...rest } = schema
  if ($ref === undefined) return schema
  return { ...rest, allOf: [...(Array.isArray(allOf) ? allOf : []), { $ref }] }
}

const UNKNOWN: JsonSchema = { $comment: 'Only the live server knows this schema.' }
