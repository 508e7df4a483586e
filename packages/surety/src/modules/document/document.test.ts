import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { DeclaredToolContract } from '@surety/tool-contracts'
import { compiledTool } from '../codegen/generated.test-data.ts'
import { HOSTILE_TOOLS } from '../codegen/hostile.test-data.ts'
import { type DocumentedTool, contractDocument, examplesDocument, safetyDocument } from './document.ts'
import { documentedContract, documentedTool } from './documented.ts'
import { SEED_DOCUMENT } from './seed.test-data.ts'

const text = (description?: string): object => ({ type: 'string', ...(description !== undefined && { description }) })

const SEED_TOOLS: readonly DocumentedTool[] = [
  {
    name: 'hello',
    description: 'Test tool for verifying MCP connectivity.',
    inputSchema: {
      type: 'object',
      properties: { name: { ...text('Name to greet'), default: 'World' } },
      required: [],
    },
    outputSchema: {
      type: 'object',
      properties: {
        message: text('Greeting message'),
        timestamp: { type: 'string', format: 'date-time', description: 'Server timestamp' },
      },
      required: ['message', 'timestamp'],
    },
    constraints: ['No side effects', 'Always succeeds'],
    examples: [
      { input: { name: 'Learner' }, output: { message: 'Hello, Learner!', timestamp: '2026-01-15T10:30:00Z' } },
    ],
  },
  {
    name: 'read_repo_file',
    description: 'Read a file from the repository within safe boundaries.',
    inputSchema: {
      type: 'object',
      properties: { path: { ...text('Relative path from repo root'), pattern: '^[a-zA-Z0-9_./-]+$' } },
      required: ['path'],
    },
    outputSchema: {
      type: 'object',
      properties: {
        content: text('File contents'),
        path: text('Normalized path'),
        size: { type: 'integer', description: 'File size in bytes' },
      },
      required: ['content', 'path'],
    },
    constraints: [
      '**Allowed paths**: Only within repository root',
      '**Blocked patterns**:\n- `..` (path traversal)\n- `.env*` (environment files)\n- `*secret*`, `*credential*` (sensitive files)\n- `.git/` (git internals)',
      '**Size limit**: 1MB maximum',
      '**Read-only**: Cannot modify files',
    ],
    examples: [
      {
        input: { path: '.claude/memory/progress_log.jsonl' },
        output: {
          content: '{"timestamp": "2026-01-01...\n',
          path: '.claude/memory/progress_log.jsonl',
          size: 1234,
        },
      },
    ],
  },
  {
    name: 'write_memory_entry',
    description: 'Append an entry to a memory file. Append-only operation.',
    inputSchema: {
      type: 'object',
      properties: {
        file: {
          type: 'string',
          enum: ['progress_log.jsonl', 'decisions.jsonl', 'best_practices.md'],
          description: 'Target memory file',
        },
        entry: { ...text('Content to append'), maxLength: 10000 },
      },
      required: ['file', 'entry'],
    },
    outputSchema: {
      type: 'object',
      properties: { success: { type: 'boolean' }, file: text(), bytes_written: { type: 'integer' } },
      required: ['success', 'file'],
    },
    constraints: [
      '**Append-only**: Cannot overwrite or delete',
      '**Allowed files**: Only the three memory files listed',
      '**Format validation**:\n- `.jsonl` files: Entry must be valid JSON\n- `.md` files: Entry is appended as-is with newline',
      '**Size limit**: 10KB per entry',
      '**Requires approval**: User must approve before write',
    ],
    examples: [
      {
        input: {
          file: 'progress_log.jsonl',
          entry: '{"timestamp": "2026-01-15T10:00:00Z", "event": "milestone", "description": "Completed EDA"}',
        },
        output: { success: true, file: 'progress_log.jsonl', bytes_written: 98 },
      },
    ],
  },
]

test('a document of contracts has the format that was asked for, to the letter', () => {
  expect(contractDocument(SEED_TOOLS, { title: 'Tool Contracts' })).toBe(SEED_DOCUMENT)
})

test('a contract declared in code is documented like one of a module', () => {
  const contract: DeclaredToolContract = {
    toolName: 'greet',
    description: 'Greets.',
    inputSchema: z.object({ name: z.string() }),
    outputSchema: z.object({ message: z.string() }),
    capabilities: ['READ'],
    constraints: ['Always succeeds'],
    examples: [{ input: { name: 'Ada' }, output: { message: 'Hello' } }],
    errorCodes: [{ code: 'BUSY', description: 'Come back later.', retryable: true }],
    idempotent: true,
    approval: () => true,
  }
  const documented = documentedContract(contract)
  expect(contractDocument([documented], { title: 'Ours' })).toContain(`## greet

Greets.

### Input Schema
\`\`\`json
{
  "type": "object",
  "properties": {
    "name": {
      "type": "string"
    }
  },
  "required": ["name"]
`)
  expect(examplesDocument([documented])).toBe(`# Examples

Calls of each tool with what it answers, from the contracts.

---

## greet

Greets.

\`\`\`json
// Input
{"name": "Ada"}

// Output
{"message": "Hello"}
\`\`\`
`)
  expect(safetyDocument([documented])).toBe(`# Safety

What each tool may do, and what keeps it from doing more, from the contracts.

---

## greet

Greets.

### Constraints
- Always succeeds

### Capabilities
- \`READ\`

### Effects
Effects: reads data; may wait for approval.

### Approval
Some calls wait until they are approved.

### Error Codes
- \`BUSY\`: Come back later. (may be tried again)
`)
})

test('a tool of a module is documented with the codes of its conditions and what its contract leaves open', () => {
  const documented = documentedTool(
    compiledTool('pay', {
      inputSchema: undefined,
      capabilities: ['WRITE'],
      approval: 'input.amount > 100',
      preconditions: [{ description: 'amount is positive', errorCode: 'BAD_AMOUNT', check: 'input.amount > 0' }],
      examples: [{ input: {} }, { input: { amount: 5 } }],
    }),
  )
  const contract = contractDocument([documented], { title: 'Tool Contracts' })
  expect(contract).toContain('### Input Schema\nKnown to the running server only')
  expect(contract).toContain('### Constraints\n- Needs: amount is positive (BAD_AMOUNT)\n')
  expect(contract).toContain('### Examples\n```json\n// Input\n{}\n```\n\n```json\n// Input\n{"amount": 5}\n```\n')
  const safety = safetyDocument([documented])
  expect(safety).toContain('where `input.amount > 100` holds')
  expect(safety).toContain('- `BAD_AMOUNT`: amount is positive')
  expect(examplesDocument([{ ...documented, examples: [] }])).toContain('No example is declared.')
})

/** The lines outside of blocks of code, and whether every block is closed. */
function proseOf(document: string): { readonly lines: readonly string[]; readonly isClosed: boolean } {
  const lines: string[] = []
  let fence: string | undefined
  for (const line of document.split('\n')) {
    const [mark] = /^ {0,3}(?:`{3,}|~{3,})/.exec(line) ?? []
    if (fence === undefined && mark === undefined) lines.push(line)
    if (fence === undefined) fence = mark
    else if (mark !== undefined && mark.length >= fence.length && line.trim() === mark.trim()) fence = undefined
  }
  return { lines, isClosed: fence === undefined }
}

/** What is left of a line without its code and what is escaped. */
function bare(line: string): string {
  return line.replaceAll(/\\[!-/:-@[-`{-~]|(`+)(?!`).*?(?<!`)\1(?!`)/g, '')
}

const HEADINGS = /^#{1,3} /
const MARKS = /[<>[\]|`$&]/

test('no text of a contract becomes a heading, a link, markup or the end of a block', () => {
  const hostile = HOSTILE_TOOLS.filter(({ tool }) => tool !== 'huge').map(documentedTool)
  const plain = hostile.map((tool) => ({ ...tool, name: 'x', description: 'x', constraints: ['x'] }))
  for (const write of [
    (tools: typeof hostile): string => contractDocument(tools, { title: 'T' }),
    examplesDocument,
    safetyDocument,
  ]) {
    const { lines, isClosed } = proseOf(write(hostile))
    expect(isClosed).toBe(true)
    expect(lines.filter((line) => MARKS.test(bare(line)))).toEqual([])
    const count = (list: readonly string[]): number => list.filter((line) => HEADINGS.test(line)).length
    expect(count(lines)).toBe(count(proseOf(write(plain)).lines))
  }
})

const FRAGMENTS = [
  '```',
  '~~~',
  '`',
  '``',
  '**',
  '*',
  '_',
  '# ',
  '---',
  '===',
  '<b>',
  '<!--',
  '-->',
  '[a](b)',
  '![a](b)',
  '|',
  '&lt;',
  '\n',
  '\n\n',
  '\r\n',
  '    ',
  '- ',
  '1. ',
  '> ',
  '\\',
  'a',
  ' ',
  '\u2028',
  '\u202e',
  '"',
  '$x$',
  ':::',
  '+',
]

test('whatever fragments of Markdown a text is made of, the document keeps its structure', () => {
  const texts = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, texts, texts, (name, description, constraint) => {
      const schema = { description, properties: JSON.parse(`{${JSON.stringify(name)}: {}}`), default: constraint }
      const documented = documentedTool(
        compiledTool(`n${name}`, {
          description: `d ${description}`,
          constraints: [constraint],
          inputSchema: schema,
          approval: `a${constraint}`,
          errors: [{ code: `c${name}`, description, retryable: false }],
          examples: [{ input: { [constraint]: description }, output: name }],
        }),
      )
      const counts = [contractDocument([documented], { title: 'T' }), safetyDocument([documented])].map((document) => {
        const { lines, isClosed } = proseOf(document)
        const isBare = lines.every((line) => !MARKS.test(bare(line)))
        const rules = lines.filter((line) => /^ {0,3}(?:-{3,}|={1,}|\*{3,}|_{3,})\s*$/.test(line)).length
        return [isClosed, isBare, lines.filter((line) => HEADINGS.test(line)).length, rules]
      })
      expect(counts).toEqual([
        [true, true, 7, 1],
        [true, true, 7, 1],
      ])
    }),
  )
})
