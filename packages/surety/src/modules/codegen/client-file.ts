import type { GeneratedTool } from './generated-tool.ts'
import { block, docComment, indented, literal } from './source-text.ts'

/** `types.ts`: what each tool takes and gives, as types. */
export function typesFile(tools: readonly GeneratedTool[]): string {
  const types = tools.flatMap(({ tool, input, output }) => [
    `${docComment([`What \`${tool.tool}\` takes.`])}export type ${input.typeName} = z.input<typeof ${input.name}>\n`,
    `${docComment([`What \`${tool.tool}\` gives.`])}export type ${output.typeName} = z.output<typeof ${output.name}>\n`,
  ])
  if (types.length === 0) return 'export {}\n'
  const names = tools.flatMap(({ input, output }) => [input.name, output.name])
  return [`import type { z } from 'zod'\n${importTypes(names, './schemas.js')}`, ...types].join('\n')
}

/** `client.ts`: a method for each tool, over whatever makes the calls. */
export function clientFile(tools: readonly GeneratedTool[]): string {
  const names = tools.flatMap(({ input, output }) => [input.name, output.name])
  const types = tools.flatMap(({ input, output }) => [input.typeName, output.typeName])
  const imports =
    tools.length === 0
      ? ''
      : `${block('import {', names, '}')} from './schemas.js'\n${importTypes(types, './types.js')}\n`
  const signatures = tools.map(({ tool, method, input, output }) => {
    const comment = docComment([tool.description])
    return `  ${indented(`${comment}${method}(input: ${input.typeName}): Promise<${output.typeName}>`)}\n`
  })
  const methods = tools.map(
    ({ tool, method, input, output }) =>
      `${method}: async (input) => ${output.name}.parse(await call(${literal(tool.tool)}, ${input.name}.parse(input)))`,
  )
  return `${imports}${CALL_TOOL}
export interface Client {
${signatures.join('')}}

/** Arguments are checked before a call is made, and what comes back before it is returned: what does not fit throws ZodError. */
export function createClient(${tools.length === 0 ? '_call' : 'call'}: CallTool): Client {
  return ${indented(block('{', methods, '}'))}
}
`
}

const CALL_TOOL = `/**
 * Calls a tool and answers with its output; throws where the tool failed. With a client of MCP's SDK:
 * \`async (name, args) => (await client.callTool({ name, arguments: args })).structuredContent\`, after a look at \`isError\`.
 */
export type CallTool = (name: string, args: Record<string, unknown>) => Promise<unknown>
`

/** \`index.ts\`: all but the contracts, which need more than Zod. */
export function indexFile(tools: readonly GeneratedTool[]): string {
  const schemas = tools.flatMap(({ input, output }) => [input.name, output.name])
  const types = tools.flatMap(({ input, output }) => [input.typeName, output.typeName])
  return [
    `export { createClient, type CallTool, type Client } from './client.js'\n`,
    ...(tools.length === 0 ? [] : [`${block('export {', schemas, '}')} from './schemas.js'\n`]),
    ...(tools.length === 0 ? [] : [`${block('export type {', types, '}')} from './types.js'\n`]),
  ].join('')
}

function importTypes(names: readonly string[], from: string): string {
  return `${block('import type {', names, '}')} from '${from}'\n`
}
