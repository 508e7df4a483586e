import type { JsonSchema } from '@surety/tool-contracts/tools'
import { z } from 'zod'
import { ToolConfiguration } from './table-config.ts'

/**
 * The JSON Schema by which an editor checks a configuration while it is written, published as schemas/tables.schema.json.
 * In YAML the first line says where it is:
 * `# yaml-language-server: $schema=./node_modules/@surety/tables/schemas/tables.schema.json`;
 * in JSON the key `$schema` does.
 */
export function configurationSchema(): JsonSchema {
  const { $schema, ...schema } = z.toJSONSchema(ToolConfiguration, { io: 'input', override: withoutSafeRange })
  return {
    $schema,
    title: 'Tables',
    description:
      'Tools generated from table configuration. In YAML, start the file with: # yaml-language-server: $schema=./node_modules/@surety/tables/schemas/tables.schema.json',
    ...schema,
  }
}

/** That integers are safe goes without saying. */
function withoutSafeRange({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
