import { DEFAULT_LIMITS } from '@surety/tool-contracts'
import { type Json, canonicalJson } from '@surety/tool-contracts/tools'
import { NO_GUARANTEES } from '../../author/guarantees.ts'
import type { CompiledTool } from '../module.ts'
import { allowsMoreNetwork, allowsMoreWrites } from './allows-more.ts'
import { codeOf } from './code-digests.ts'
import type { Loosened } from './install-plan.ts'
import type { InstalledSet } from './installed-set.ts'
import { toolsOf } from './placed-tool.ts'
import { acceptsMore, outputChanges } from './schema-changes.ts'

/** Which promises of installed tools are weaker afterwards? What cannot be told to be as strong counts as weaker. */
export function loosenedBetween(before: InstalledSet, after: InstalledSet): readonly Loosened[] {
  const left = toolsOf(after)
  const [ran, runs] = [codeOf(before), codeOf(after)]
  return [...toolsOf(before)].flatMap(([tool, { module, compiled: was }]) => {
    const is = left.get(tool)?.compiled
    const [code, other] = [ran.get(tool), runs.get(tool)]
    return [
      ...PROMISES.filter(({ isLooser }) => isLooser(was, is ?? nothingOf(was))).map(({ promise, stated }) => ({
        tool,
        module,
        promise,
        before: asJson(stated(was)),
        after: is === undefined ? null : asJson(stated(is)),
      })),
      // What only code checks is in no schema.
      ...(code === other ? [] : [{ tool, module, promise: 'code', before: code ?? null, after: other ?? null }]),
    ]
  })
}

/** What is left of the promises of a tool that is removed. */
function nothingOf({ tool, description, file }: CompiledTool): CompiledTool {
  return {
    tool,
    description,
    file,
    inputSchema: undefined,
    outputSchema: undefined,
    semanticTypes: { input: {}, output: {} },
    capabilities: [],
    guarantees: NO_GUARANTEES,
    limits: { timeoutMs: undefined, memoryMb: undefined, maxOutputBytes: undefined },
    idempotent: undefined,
    errors: undefined,
    preconditions: [],
    postconditions: [],
    approval: 'never',
    sensitive: [],
    constraints: [],
    examples: [],
    ignore: [],
  }
}

/** What a contract says under one of its keys, and whether another contract says less there. */
interface PromiseKind {
  readonly promise: string
  readonly stated: (tool: CompiledTool) => unknown
  readonly isLooser: (was: CompiledTool, is: CompiledTool) => boolean
}

const PROMISES: readonly PromiseKind[] = [
  // Whoever calls a tool must have them all.
  kept('capabilities', ({ capabilities }) => capabilities),
  flag('deterministic', ({ guarantees }) => guarantees.deterministic),
  {
    promise: 'side_effects',
    stated: ({ guarantees }) => guarantees.sideEffects,
    isLooser: ({ guarantees: { sideEffects: was } }, { guarantees: { sideEffects: is } }) =>
      is === 'filesystem' ? was !== 'filesystem' : was === 'none' && is === undefined,
  },
  {
    promise: 'writes',
    stated: ({ guarantees }) => guarantees.writes,
    isLooser: (was, is) => allowsMoreWrites(was.guarantees.writes, is.guarantees.writes),
  },
  {
    promise: 'network',
    stated: ({ guarantees }) => guarantees.network,
    isLooser: (was, is) => allowsMoreNetwork(was.guarantees.network, is.guarantees.network),
  },
  atMost('max_output_size', ({ guarantees }) => guarantees.maxOutputBytes, DEFAULT_LIMITS.maxOutputBytes),
  atMost('max_execution_time', ({ guarantees }) => guarantees.maxExecutionMs, DEFAULT_LIMITS.timeoutMs),
  atMost('memory', ({ guarantees }) => guarantees.memoryBytes, DEFAULT_LIMITS.memoryMb * 1024 * 1024),
  closedList('dependencies', ({ guarantees }) => guarantees.dependencies),
  flag('idempotent', ({ idempotent }) => idempotent),
  closedList('errors', ({ errors }) => errors?.map(({ code }) => code)),
  kept('retryable errors', ({ errors = [] }) => errors.filter(({ retryable }) => retryable).map(({ code }) => code)),
  kept('preconditions', ({ preconditions }) => preconditions.map(({ errorCode, check }) => ({ errorCode, check }))),
  kept('postconditions', ({ postconditions }) => postconditions.map(({ errorCode, check }) => ({ errorCode, check }))),
  {
    promise: 'approval',
    stated: ({ approval }) => approval,
    isLooser: ({ approval: was }, { approval: is }) => was !== 'never' && is !== 'always' && was !== is,
  },
  kept('sensitive', ({ sensitive }) => sensitive),
  kept('constraints', ({ constraints }) => constraints),
  atMost('limits.timeout_ms', ({ limits }) => limits.timeoutMs, DEFAULT_LIMITS.timeoutMs),
  atMost('limits.memory_mb', ({ limits }) => limits.memoryMb, DEFAULT_LIMITS.memoryMb),
  atMost('limits.max_output_bytes', ({ limits }) => limits.maxOutputBytes, DEFAULT_LIMITS.maxOutputBytes),
  {
    promise: 'ignore',
    stated: ({ ignore }) => ignore,
    isLooser: ({ ignore: was }, { ignore: is }) =>
      !is.every(({ code, until }) => was.some((one) => one.code === code && lasts(one.until, until))),
  },
  {
    promise: 'input_schema',
    stated: ({ inputSchema }) => inputSchema,
    isLooser: acceptsMore,
  },
  kept('semantic_types.input', ({ semanticTypes }) => Object.entries(semanticTypes.input)),
  {
    promise: 'output_schema',
    stated: ({ outputSchema }) => outputSchema,
    isLooser: (was, is) => {
      const { breaking, unclear } = outputChanges(was, is)
      return breaking.length + unclear.length > 0
    },
  },
  kept('semantic_types.output', ({ semanticTypes }) => Object.entries(semanticTypes.output)),
  kept('tests', ({ tests = [] }) => tests),
  same('tableName', ({ table }) => table?.tableName),
  same('columnMappings', ({ table }) => table?.columnMappings),
  flag('audit', ({ table }) => table?.audit),
]

/** Is what is ignored until one day ignored as long as another? Dates are written so that they can be compared. */
function lasts(day: string | undefined, other: string | undefined): boolean {
  return day === undefined || (other !== undefined && other <= day)
}

/** A promise that is made by `true`. */
function flag(promise: string, stated: (tool: CompiledTool) => boolean | undefined): PromiseKind {
  return { promise, stated, isLooser: (was, is) => stated(was) === true && stated(is) !== true }
}

/** A bound. `usual` held where the contract said nothing; that it will is nobody's promise once one was made. */
function atMost(promise: string, stated: (tool: CompiledTool) => number | undefined, usual: number): PromiseKind {
  return {
    promise,
    stated,
    isLooser: (was, is) => {
      const [before, after] = [stated(was), stated(is)]
      return after === undefined ? before !== undefined : after > (before ?? usual)
    },
  }
}

/** Names besides which there are no others; without a list there may be any. */
function closedList(promise: string, stated: (tool: CompiledTool) => readonly string[] | undefined): PromiseKind {
  return {
    promise,
    stated,
    isLooser: (was, is) => {
      const names = stated(was)
      return names !== undefined && stated(is)?.every((name) => names.includes(name)) !== true
    },
  }
}

/** Things each of which must still be there. */
function kept(promise: string, stated: (tool: CompiledTool) => readonly unknown[]): PromiseKind {
  return {
    promise,
    stated,
    isLooser: (was, is) => {
      const left = new Set(stated(is).map(canonicalJson))
      return !stated(was).every((one) => left.has(canonicalJson(one)))
    },
  }
}

/** What must stay as it is, because no value of it is less than another. */
function same(promise: string, stated: (tool: CompiledTool) => unknown): PromiseKind {
  return {
    promise,
    stated,
    isLooser: (was, is) => canonicalJson(asJson(stated(was))) !== canonicalJson(asJson(stated(is))),
  }
}

function asJson(value: unknown): Json {
  const json: Json = value === undefined ? null : JSON.parse(canonicalJson(value))
  return json
}
