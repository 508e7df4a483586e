import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { DeclaredToolContract } from '../contract/contract.ts'
import type { Outcome } from '../outcome.ts'
import { toResult } from './to-result.ts'
import { toTool } from './to-tool.ts'
import { META } from './types.ts'

const contract: DeclaredToolContract = {
  toolName: 'modules.compile',
  description: 'Compile a module. ',
  inputSchema: z.object({ refs: z.array(z.object({ ref: z.string() })) }),
  outputSchema: z.object({ path: z.string() }),
  inputSemanticTypes: { 'refs[].ref': 'module-ref' },
  outputSemanticTypes: { path: 'file-path' },
  capabilities: ['READ'],
}

describe('toTool', () => {
  it('publishes name, description with effects, schemas with semantic types, and the promises', () => {
    expect(
      toTool({
        ...contract,
        title: 'Compile',
        dependencies: ['modules.validate'],
        deterministic: true,
        approval: () => true,
      }),
    ).toEqual({
      name: 'modules.compile',
      title: 'Compile',
      description: 'Compile a module. Effects: reads data; may wait for approval.',
      inputSchema: expect.objectContaining({
        type: 'object',
        properties: {
          refs: {
            type: 'array',
            items: {
              type: 'object',
              properties: { ref: { type: 'string', 'x-semantic-type': 'module-ref' } },
              required: ['ref'],
            },
          },
        },
      }),
      outputSchema: expect.objectContaining({
        properties: { path: { type: 'string', 'x-semantic-type': 'file-path' } },
      }),
      annotations: {
        title: 'Compile',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: false,
      },
      _meta: {
        [META.contract]: {
          capabilities: ['READ'],
          dependencies: ['modules.validate'],
          approval: 'conditional',
          deterministic: true,
          limits: { timeoutMs: 30_000, memoryMb: 512, maxOutputBytes: 51_200 },
        },
      },
    })
  })

  it.each<[Partial<DeclaredToolContract>, Record<string, boolean>]>([
    [{ capabilities: ['READ'], writes: ['a/**'] }, { readOnlyHint: false }],
    [{ capabilities: ['READ'], sideEffects: 'filesystem' }, { readOnlyHint: false }],
    [{ capabilities: ['READ', 'WRITE'] }, { readOnlyHint: false, destructiveHint: false }],
    [{ capabilities: ['DELETE'] }, { destructiveHint: true }],
    [{ capabilities: ['ADMIN'] }, { destructiveHint: true }],
    [{ capabilities: ['SCHEMA_MUTATION'] }, { destructiveHint: true }],
    [{ idempotent: true }, { idempotentHint: true }],
    [{ network: 'any' }, { openWorldHint: true }],
    [{ network: ['a:1'] }, { openWorldHint: true }],
    [{ network: [] }, { openWorldHint: false }],
    [{ network: 'none' }, { openWorldHint: false }],
  ])('derives the annotations of %j', (changes, annotations) => {
    expect(toTool({ ...contract, ...changes }).annotations).toMatchObject(annotations)
  })

  it('claims nothing of the network where the contract says nothing', () => {
    const { description, annotations } = toTool(contract)
    expect(description).toBe('Compile a module. Effects: reads data.')
    expect(annotations).not.toHaveProperty('openWorldHint')
  })

  it('publishes an output schema only for objects, and takes only objects as input', () => {
    expect(toTool({ ...contract, outputSchema: z.string(), outputSemanticTypes: {} })).not.toHaveProperty(
      'outputSchema',
    )
    const union = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])
    expect(toTool({ ...contract, inputSchema: union, inputSemanticTypes: {} }).inputSchema.type).toBe('object')
    expect(() => toTool({ ...contract, inputSchema: z.string(), inputSemanticTypes: {} })).toThrow(
      'MCP tools take an object',
    )
  })
})

describe('toResult', () => {
  const ids = { traceId: '0190163d-8694-739b-aea5-966c26f8ad91', stepId: '0190163d-8694-739b-aea5-966c26f8ad92' }
  const error = {
    code: 'NO_LINES',
    stage: 'preconditions',
    blame: 'caller',
    message: 'Add a line.',
    details: { errors: [1] },
    retryable: false,
  } as const

  it('carries an object as text and structured content, with where it is recorded', () => {
    expect(toResult({ ok: true, value: { a: 1 }, ...ids })).toEqual({
      content: [{ type: 'text', text: '{"a":1}' }],
      structuredContent: { a: 1 },
      _meta: {
        [META.traceId]: ids.traceId,
        [META.stepId]: ids.stepId,
        traceparent: '00-0190163d8694739baea5966c26f8ad91-aea5966c26f8ad92-01',
      },
    })
  })

  it.each([
    ['text', 'text'],
    [[1, 2], '[1,2]'],
    [null, 'null'],
    [undefined, ''],
  ])('carries %j as text only', (value, text) => {
    const result = toResult({ ok: true, value, traceId: 'mine', stepId: 's' })
    expect(result).toEqual({ content: [{ type: 'text', text }], _meta: { [META.traceId]: 'mine', [META.stepId]: 's' } })
  })

  it('starts a refusal with its code, then its details as one JSON line, and carries it whole in _meta', () => {
    const refused: Outcome = { ok: false, error, ...ids }
    expect(toResult(refused, contract)).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'NO_LINES: Add a line.\n{"errors":[1]}' }],
      _meta: { [META.error]: error },
    })
    expect(toResult({ ...refused, error: { ...error, details: {} } }).content).toEqual([
      { type: 'text', text: 'NO_LINES: Add a line.' },
    ])
  })

  it('gives a refusal structured content only where the output schema admits it', () => {
    const refused: Outcome = { ok: false, error, ...ids }
    expect(toResult(refused)).not.toHaveProperty('structuredContent')
    expect(toResult(refused, contract)).not.toHaveProperty('structuredContent')
    const both = z.union([z.object({ path: z.string() }), z.object({ error: z.looseObject({ code: z.string() }) })])
    const admitting = { ...contract, outputSchema: both, outputSemanticTypes: {} }
    expect(toResult(refused, admitting).structuredContent).toEqual({ error })
  })
})
