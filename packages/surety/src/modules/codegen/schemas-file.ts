import type { GeneratedTool } from './generated-tool.ts'
import type { Definition } from './definitions.ts'
import { docComment } from './source-text.ts'
import { unheldKeywords } from './to-zod.ts'

/** `schemas.ts`: a Zod schema for what each tool takes and one for what it gives. */
export function schemasFile(tools: readonly GeneratedTool[]): string {
  const body = tools.map(ofTool).join('\n')
  const imports = [
    `import { z } from 'zod'`,
    ...(body.includes('checks.') ? [`import * as checks from './checks.js'`] : []),
  ]
  return `${imports.join('\n')}\n\n${body}`
}

function ofTool({ tool, input, output }: GeneratedTool): string {
  const sides = [
    { ...input, says: `What \`${tool.tool}\` takes.` },
    { ...output, says: `What \`${tool.tool}\` gives.` },
  ]
  return sides
    .map(({ name, schema, translation, says }) => {
      const unheld = unheldKeywords(schema)
      const lines = unheld.length === 0 ? [says] : [says, `Not held here: ${unheld.join(', ')}.`]
      const definitions = translation.definitions.map(definition).join('')
      return `${definitions}${docComment(lines)}export const ${name} = ${translation.expression.code}\n`
    })
    .join('\n')
}

function definition({ name, typeName, expression: { code, type } }: Definition): string {
  if (typeName === undefined) return `export const ${name} = ${code}\n\n`
  return `export type ${typeName} = ${type}\nexport const ${name}: z.ZodType<${typeName}, ${typeName}> = ${code}\n\n`
}
