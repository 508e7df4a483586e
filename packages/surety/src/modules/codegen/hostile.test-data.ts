import type { CompiledTool } from '../module.ts'
import { compiledTool } from './generated.test-data.ts'

const TEXTS = [
  '"',
  "'",
  '`',
  '${x}',
  '\\',
  '*/',
  '/*',
  '//',
  '-->',
  '</script>',
  '\n',
  '\r\n',
  '\u2028',
  '\u2029',
  '\u202e',
  '\0',
  '__proto__',
  'constructor',
  'toString',
  'then',
  'class',
  'a b',
  'ünï',
  '😀',
  '',
  ' ',
  '1',
  '1a',
  '$',
  '_',
  'z',
  'checks',
  '*/ export const owned = 1 /*',
  '"); throw new Error("owned") //',
]

/** A schema in which every text stands wherever a text can. */
function schemaOf(texts: readonly string[]): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    title: texts.join(),
    description: texts.join('\n'),
    properties: Object.fromEntries(
      texts.map((text) => [
        text,
        { description: text, 'x-semantic-type': text, type: 'string', enum: [text, `${text}2`], default: text },
      ]),
    ),
    required: texts.slice(0, 3),
    patternProperties: { '^[`"\'/*]$': { const: texts } },
    dependentRequired: { [texts[0] ?? '']: texts },
    $defs: Object.fromEntries(texts.map((text) => [text, { type: 'array', items: { const: text } }])),
    $comment: texts.join('*/'),
  }
}

const NESTED = {
  type: 'object',
  properties: { a: { type: 'array', items: { anyOf: [{ $ref: '#' }, { type: 'null' }] } } },
}

/** Tools whose every text wants to be code. */
export const HOSTILE_TOOLS: readonly CompiledTool[] = [
  ...TEXTS.map((text) =>
    compiledTool(text, {
      description: text,
      inputSchema: schemaOf(TEXTS.filter((other) => other !== '__proto__' || text === '__proto__')),
      outputSchema: { ...schemaOf([text]), required: [] },
      preconditions: [{ description: text, errorCode: 'BAD', check: text }],
      postconditions: [{ description: text, errorCode: text, check: text }],
      errors: [{ code: text, description: text, retryable: true }],
      approval: text === '' ? 'always' : text,
      constraints: [text],
      examples: [{ input: JSON.parse(`{${JSON.stringify(text)}: ${JSON.stringify(text)}}`) }],
      guarantees: { ...compiledTool('x').guarantees, dependencies: [text], writes: [text], network: [text] },
    }),
  ),
  ...['read.file', 'read-file', 'read_file', 'readFile', 'readFile2', 'readFileInput', 'ReadFile'].map((name) =>
    compiledTool(name, { inputSchema: NESTED, outputSchema: { ...NESTED, $id: 'https://example.com/nested' } }),
  ),
  compiledTool('huge', {
    outputSchema: { enum: Array.from({ length: 5000 }, (_, index) => `member ${index}`) },
    limits: { timeoutMs: 5, memoryMb: 6, maxOutputBytes: 7 },
  }),
  compiledTool('typed', {
    inputSchema: { type: 'string' },
    outputSchema: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: { type: 'object', properties: { id: { type: 'string' } }, additionalProperties: false },
        },
      },
      additionalProperties: false,
    },
    semanticTypes: { input: {}, output: { 'items[].id': 'uuid' } },
    sensitive: ['output.items[].id'],
  }),
]
