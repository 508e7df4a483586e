import type { DeclaredToolContract } from '@surety/tool-contracts'
import { toTool } from '@surety/tool-contracts/mcp'
import { describe, expect, it } from 'vitest'
import { newFolder, repositoryOf } from '../repository/repository.test-data.ts'
import { hostOf, toolsOf } from './studio-tools.test-data.ts'

/** Seed 004, word for word. */
const SEED = {
  hello: {
    description: 'Test tool for verifying MCP connectivity.',
    input: `{
      "type": "object",
      "properties": {
        "name": {
          "type": "string",
          "description": "Name to greet",
          "default": "World"
        }
      },
      "required": []
    }`,
    output: `{
      "type": "object",
      "properties": {
        "message": {
          "type": "string",
          "description": "Greeting message"
        },
        "timestamp": {
          "type": "string",
          "format": "date-time",
          "description": "Server timestamp"
        }
      },
      "required": ["message", "timestamp"]
    }`,
    constraints: `
- No side effects
- Always succeeds`,
  },
  read_repo_file: {
    description: 'Read a file from the repository within safe boundaries.',
    input: `{
      "type": "object",
      "properties": {
        "path": {
          "type": "string",
          "description": "Relative path from repo root",
          "pattern": "^[a-zA-Z0-9_./-]+$"
        }
      },
      "required": ["path"]
    }`,
    output: `{
      "type": "object",
      "properties": {
        "content": {
          "type": "string",
          "description": "File contents"
        },
        "path": {
          "type": "string",
          "description": "Normalized path"
        },
        "size": {
          "type": "integer",
          "description": "File size in bytes"
        }
      },
      "required": ["content", "path"]
    }`,
    constraints: `
- **Allowed paths**: Only within repository root
- **Blocked patterns**:
  - \`..\` (path traversal)
  - \`.env*\` (environment files)
  - \`*secret*\`, \`*credential*\` (sensitive files)
  - \`.git/\` (git internals)
- **Size limit**: 1MB maximum
- **Read-only**: Cannot modify files`,
  },
  write_memory_entry: {
    description: 'Append an entry to a memory file. Append-only operation.',
    input: `{
      "type": "object",
      "properties": {
        "file": {
          "type": "string",
          "enum": ["progress_log.jsonl", "decisions.jsonl", "best_practices.md"],
          "description": "Target memory file"
        },
        "entry": {
          "type": "string",
          "description": "Content to append",
          "maxLength": 10000
        }
      },
      "required": ["file", "entry"]
    }`,
    output: `{
      "type": "object",
      "properties": {
        "success": {
          "type": "boolean"
        },
        "file": {
          "type": "string"
        },
        "bytes_written": {
          "type": "integer"
        }
      },
      "required": ["success", "file"]
    }`,
    constraints: `
- **Append-only**: Cannot overwrite or delete
- **Allowed files**: Only the three memory files listed
- **Format validation**:
  - \`.jsonl\` files: Entry must be valid JSON
  - \`.md\` files: Entry is appended as-is with newline
- **Size limit**: 10KB per entry
- **Requires approval**: User must approve before write`,
  },
} as const

const CONTRACTS: ReadonlyMap<string, DeclaredToolContract> = new Map(
  toolsOf(newFolder()).map(({ contract }) => [contract.toolName, contract]),
)

describe.each(Object.entries(SEED))('the contract of %s', (toolName, seed) => {
  const contract = CONTRACTS.get(toolName)
  if (contract === undefined) throw new Error(`No tool ${toolName}`)

  it("publishes the seed's schemas, no keyword more and none less", () => {
    const { inputSchema, outputSchema } = toTool(contract)
    const dialect = { $schema: 'https://json-schema.org/draft/2020-12/schema' }
    expect(inputSchema).toEqual({ ...dialect, ...JSON.parse(seed.input) })
    expect(outputSchema).toEqual({ ...dialect, ...JSON.parse(seed.output) })
  })

  it("has the seed's description and every line of its constraints", () => {
    const lines = (contract.constraints ?? []).flatMap((constraint) => `- ${constraint}`.split('\n'))
    const added = lines.filter((line) => line.startsWith('  - `.surety/`'))
    expect(lines.filter((line) => !added.includes(line))).toEqual(seed.constraints.trim().split('\n'))
    expect(contract.description).toBe(seed.description)
  })

  it('has examples that come true', async () => {
    expect(contract.examples?.length).toBeGreaterThan(0)
    for (const { input, output } of contract.examples ?? []) {
      const outcome = await hostOf(repositoryWith(output), () => true).call(toolName, input)
      expect(outcome).toMatchObject({ ok: true, value: output })
    }
  })
})

/** The file that an example of reading reads. */
function repositoryWith(output: unknown): string {
  const isFile = typeof output === 'object' && output !== null && 'content' in output && 'path' in output
  return repositoryOf(isFile ? { [String(output.path)]: String(output.content) } : {})
}

describe('the contracts', () => {
  it('tell clients which tools only read, and which waits for a person', () => {
    const published = [...CONTRACTS.values()].map((contract) => toTool(contract))
    expect(published.map(({ name, annotations }) => [name, annotations])).toEqual([
      ['hello', { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }],
      ['read_repo_file', { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }],
      [
        'write_memory_entry',
        { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      ],
    ])
    expect(published.at(-1)?.description).toMatch(
      /writes \.claude\/memory\/progress_log\.jsonl, .*\.surety\/append\.lock; no network; waits for approval\.$/,
    )
  })
})
