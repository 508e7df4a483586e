import {
  createPostcondition,
  createPrecondition,
  createToolDependencyGraph,
  evaluatePreconditions,
  registerToolContract,
  type CapabilityTag,
  type DeclaredToolContract,
  type ExecutionStep,
  type PostconditionPredicate,
  type PreconditionPredicate,
  type SemanticType,
  type ToolDependencyGraph,
} from '@surety/tool-contracts'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'

// The snippets below stand as in the source document, but for the package's name.
// oxfmt-ignore
const compileContract: DeclaredToolContract = {
  toolName: 'modules.compile',
  description: 'Compile a module manifest into a validated bundle',
  inputSchema: z.object({ moduleRef: z.string() }),
  outputSchema: z.object({ bundlePath: z.string(), diagnostics: z.array(z.unknown()) }),
  inputSemanticTypes: { moduleRef: 'module-ref' },
  outputSemanticTypes: { bundlePath: 'file-path' },
  preconditions: [
    createPrecondition(
      'moduleRef must be namespace/name format',
      'INVALID_MODULE_REF_FORMAT',
      (ctx) => {
        const ref = ctx.moduleRef as string | undefined;
        if (!ref) return false;
        const parts = ref.split('/');
        return parts.length === 2 && parts.every((p) => p.length > 0);
      },
    ),
  ],
  postconditions: [
    createPostcondition(
      'bundlePath must be a non-empty string',
      'MISSING_BUNDLE_PATH',
      (ctx) => typeof ctx.bundlePath === 'string' && ctx.bundlePath.length > 0,
    ),
  ],
  dependencies: ['modules.validate'],
  capabilities: ['READ', 'EXECUTE', 'CODE_EXECUTION'],
  resourceLimits: { timeoutMs: 30_000, memoryMb: 512, maxOutputBytes: 10_485_760 },
}

// oxfmt-ignore
function evaluating(contract: DeclaredToolContract): unknown {
const result = evaluatePreconditions(contract.preconditions, {
  moduleRef: 'savvi-studio/teams',
});

if (!result.passed) {
  // result.errors: Array<{ code: string; message: string }>
  return { error: result.errors[0] };
}
return result
}

describe('the usage of seed 000', () => {
  it('registers a contract', () => {
    const graph = createToolDependencyGraph()
    registerToolContract(graph, compileContract)
    expect(graph.tools.get('modules.compile')).toBe(compileContract)
    expect(graph.dependencies.get('modules.compile')).toEqual(new Set(['modules.validate']))
  })

  it('evaluates preconditions', () => {
    expect(evaluating(compileContract)).toEqual({ passed: true, errors: [] })
    expect(evaluatePreconditions(compileContract.preconditions, { moduleRef: 'teams' })).toEqual({
      passed: false,
      errors: [{ code: 'INVALID_MODULE_REF_FORMAT', message: 'moduleRef must be namespace/name format' }],
    })
  })

  it('validates the dependency graph, in the words of the document', () => {
    const graph = createToolDependencyGraph()
    const tool = (toolName: string, dependencies: string[]): DeclaredToolContract => ({
      ...compileContract,
      toolName,
      dependencies,
    })
    registerToolContract(graph, tool('toolA', ['toolB']))
    registerToolContract(graph, tool('toolB', ['toolA']))
    const errors = graph.validate()
    expect(errors).toEqual(['Circular dependency detected in tool: toolA'])
  })

  it('has the types of the document', () => {
    expectTypeOf<SemanticType>().toEqualTypeOf<
      'ltree-path' | 'resource-id' | 'module-ref' | 'uuid' | 'semver' | 'file-path' | 'json-object' | 'unknown'
    >()
    expectTypeOf<CapabilityTag>().toEqualTypeOf<
      'READ' | 'WRITE' | 'DELETE' | 'CREATE' | 'EXECUTE' | 'ADMIN' | 'SCHEMA_MUTATION' | 'CODE_EXECUTION'
    >()
    const predicate = {
      description: '',
      errorCode: 'X',
      evaluate: (context: Record<string, unknown>) => context !== null,
    }
    expectTypeOf(predicate).toExtend<PreconditionPredicate>()
    expectTypeOf(predicate).toExtend<PostconditionPredicate>()
    expectTypeOf<ToolDependencyGraph['validate']>().returns.toEqualTypeOf<string[]>()
    type Step = Pick<ExecutionStep, 'stepId' | 'index' | 'toolName' | 'durationMs' | 'statusCode' | 'emittedAt'>
    expectTypeOf<Step>().toExtend<{
      stepId: string
      index: number
      toolName: string
      durationMs: number
      statusCode: number
      emittedAt: string
    }>()
    expectTypeOf<ExecutionStep['inputs']>().toExtend<Readonly<Record<string, unknown>>>()
  })
})
