import { CAPABILITIES, SEMANTIC_TYPES, matchesSemanticType } from '@surety/tool-contracts'
import { validRange } from 'semver'
import { z } from 'zod'
import type { Bundle } from './bundle.ts'
import { isModuleRef } from './module-ref.ts'

const text = z.string()
const texts = z.array(text)
const number = z.number()
const digest = text.regex(/^[0-9a-f]{64}$/)
const ref = text.refine(isModuleRef)
const semver = text.refine((value) => matchesSemanticType('semver', value))
const schema = z.record(text, z.unknown()).optional()
const semanticTypes = z.record(
  text,
  text.refine((value) => Object.hasOwn(SEMANTIC_TYPES, value)),
)
const conditions = z.array(z.strictObject({ description: text, errorCode: text, check: text }))

const tool = z.strictObject({
  tool: text,
  description: text,
  file: text,
  inputSchema: schema,
  outputSchema: schema,
  semanticTypes: z.strictObject({ input: semanticTypes, output: semanticTypes }),
  capabilities: z.array(z.enum(CAPABILITIES)),
  guarantees: z.strictObject({
    deterministic: z.boolean().optional(),
    sideEffects: z.enum(['none', 'filesystem']).optional(),
    writes: texts,
    network: z.union([z.enum(['none', 'any']), texts]).optional(),
    maxOutputBytes: number.optional(),
    maxExecutionMs: number.optional(),
    memoryBytes: number.optional(),
    dependencies: texts.optional(),
  }),
  limits: z.strictObject({
    timeoutMs: number.optional(),
    memoryMb: number.optional(),
    maxOutputBytes: number.optional(),
  }),
  idempotent: z.boolean().optional(),
  errors: z.array(z.strictObject({ code: text, description: text, retryable: z.boolean() })).optional(),
  preconditions: conditions,
  postconditions: conditions,
  approval: text,
  sensitive: texts,
  constraints: texts,
  examples: z.array(z.strictObject({ input: z.unknown(), output: z.unknown().optional() })),
  ignore: z.array(z.strictObject({ code: text, reason: text, until: text.optional() })),
  tests: z.array(z.strictObject({ name: text, sha256: digest })).optional(),
  table: z.strictObject({ tableName: text, columnMappings: z.record(text, text), audit: z.boolean() }).optional(),
})

const module = z.strictObject({
  version: z.literal(1),
  kind: z.literal('module'),
  ref,
  semver,
  description: text,
  dependsOn: z.array(z.strictObject({ ref, range: text.refine((value) => validRange(value) !== null) })),
  tools: z.array(tool),
  sources: z.array(z.strictObject({ path: text.min(1), text, sha256: digest })),
  packages: z.array(z.strictObject({ name: text, version: text, sha256: digest })),
})

const bundle = z.strictObject({
  version: z.literal(1),
  kind: z.literal('bundle'),
  ref,
  modules: z.array(z.strictObject({ sha256: digest, module })).min(1),
})

/** Has it the shape of a bundle, without a key more? What JSON leaves out is undefined. */
export function isBundle(value: unknown): value is Bundle {
  return bundle.safeParse(value).success
}
