/** Contracts as documents: pure text from what they state. */
import type { JsonSchema } from '@surety/tool-contracts/tools'
import type { StatedError } from '../../author/contract-file.ts'
import { jsonText } from './json-text.ts'
import { bullets, code, codeBlock, paragraph, paragraphs } from './markdown.ts'

export interface DocumentedTool {
  readonly name: string
  readonly description: string
  /** Undefined where only a running server knows it. */
  readonly inputSchema: JsonSchema | undefined
  readonly outputSchema: JsonSchema | undefined
  readonly constraints: readonly string[]
  readonly examples: readonly DocumentedExample[]
}

interface DocumentedExample {
  readonly input: unknown
  readonly output?: unknown
}

/** What a tool may do, and what keeps it from doing more. */
export interface GuardedTool extends Pick<DocumentedTool, 'name' | 'description' | 'constraints'> {
  readonly capabilities: readonly string[]
  /** One sentence. */
  readonly effects: string
  /** `never`, `always`, `conditional`, or the condition as text. */
  readonly approval: string
  readonly errors: readonly StatedError[]
}

const FORMAT = `Formal definitions of available MCP tools with schemas and constraints.

## Contract Format

Each tool contract specifies:
- **Name**: Tool identifier
- **Description**: What the tool does
- **Input Schema**: JSON Schema for parameters
- **Output Schema**: JSON Schema for results
- **Constraints**: Limitations and safety rules
- **Examples**: Usage examples`

/** The contracts of tools, in the order given. */
export function contractDocument(tools: readonly DocumentedTool[], { title }: { readonly title: string }): string {
  return documentOf(title, FORMAT, tools.map(contractSection))
}

/** How each tool is called, and what it answers. */
export function examplesDocument(tools: readonly DocumentedTool[]): string {
  const intro = 'Calls of each tool with what it answers, from the contracts.'
  const sections = tools.map((tool) => {
    const shown = tool.examples.length === 0 ? ['No example is declared.'] : tool.examples.map(exampleBlock)
    return [...heading(tool), ...shown].join('\n\n')
  })
  return documentOf('Examples', intro, sections)
}

/** What each tool may do, who must agree, and how it fails. */
export function safetyDocument(tools: readonly GuardedTool[]): string {
  const intro = 'What each tool may do, and what keeps it from doing more, from the contracts.'
  return documentOf('Safety', intro, tools.map(safetySection))
}

function documentOf(title: string, intro: string, sections: readonly string[]): string {
  return `${[`# ${paragraph(title)}\n\n${intro}`, ...sections].join('\n\n---\n\n')}\n`
}

function heading({ name, description }: Pick<DocumentedTool, 'name' | 'description'>): readonly string[] {
  return [`## ${paragraph(name)}`, paragraphs(description)].filter((part) => part !== '')
}

function contractSection(tool: DocumentedTool): string {
  const examples = tool.examples.map(exampleBlock)
  return [
    ...heading(tool),
    `### Input Schema\n${schemaBlock(tool.inputSchema)}`,
    `### Output Schema\n${schemaBlock(tool.outputSchema)}`,
    `### Constraints\n${constraintsOf(tool)}`,
    ...(examples.length === 0
      ? []
      : [`### ${examples.length === 1 ? 'Example' : 'Examples'}\n${examples.join('\n\n')}`]),
  ].join('\n\n')
}

function schemaBlock(schema: JsonSchema | undefined): string {
  if (schema === undefined) return 'Known to the running server only: `tools/list` has it.'
  // Every schema here is of this dialect.
  const { $schema, ...rest } = schema
  const isUsual = $schema === 'https://json-schema.org/draft/2020-12/schema'
  return codeBlock('json', jsonText(isUsual ? rest : schema))
}

function exampleBlock({ input, output }: DocumentedExample): string {
  const given = `// Input\n${jsonText(input, { smallObjects: true })}`
  if (output === undefined) return codeBlock('json', given)
  return codeBlock('json', `${given}\n\n// Output\n${jsonText(output, { smallObjects: true })}`)
}

function constraintsOf({ constraints }: Pick<DocumentedTool, 'constraints'>): string {
  return constraints.length === 0 ? '- None declared' : bullets(constraints)
}

function safetySection(tool: GuardedTool): string {
  return [
    ...heading(tool),
    `### Constraints\n${constraintsOf(tool)}`,
    `### Capabilities\n${listed(tool.capabilities.map(code))}`,
    `### Effects\n${paragraph(tool.effects)}`,
    `### Approval\n${approvalOf(tool.approval)}`,
    `### Error Codes\n${listed(tool.errors.map(errorLine))}`,
  ].join('\n\n')
}

function approvalOf(approval: string): string {
  if (approval === 'never') return 'None is asked for.'
  if (approval === 'always') return 'Every call waits until it is approved.'
  if (approval === 'conditional') return 'Some calls wait until they are approved.'
  return `A call waits until it is approved where ${code(approval)} holds.`
}

function errorLine({ code: name, description, retryable }: StatedError): string {
  return `${code(name)}: ${paragraph(description)}${retryable ? ' (may be tried again)' : ''}`
}

function listed(lines: readonly string[]): string {
  return lines.length === 0 ? '- None declared' : lines.map((line) => `- ${line}`).join('\n')
}
