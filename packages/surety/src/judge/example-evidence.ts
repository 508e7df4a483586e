import type { Json } from '@surety/tool-contracts/tools'
import { contentBytes, jsonBytes } from './answer-bytes.ts'
import type { Answer, CallEvidence, ResultAnswer } from './call-evidence.ts'
import type { FileEffect } from './effect-evidence.ts'
import type { ContractEvidence, Promised, RunEvidence, ToolEvidence } from './evidence.ts'

const NOTHING_PROMISED: Promised = {
  deterministic: undefined,
  sideEffects: undefined,
  writes: [],
  network: undefined,
  maxOutputBytes: undefined,
  maxExecutionMs: undefined,
  memoryBytes: undefined,
  dependencies: undefined,
  idempotent: undefined,
  errors: undefined,
  inputSchemaName: undefined,
  outputSchemaName: undefined,
  checksInput: false,
  checksOutput: false,
  postconditions: [],
}

/** A run in which all could be seen, of the given tools. */
export function exampleRun(given: Partial<RunEvidence> = {}): RunEvidence {
  const tools = given.tools ?? [exampleTool()]
  return {
    tools,
    listed: [...new Set([...tools.map(({ tool }) => tool), 'create_invoice'])],
    contracts: tools.flatMap(({ tool, contract }) =>
      contract === undefined ? [] : [{ tool, file: contract.file, dependencies: contract.promised.dependencies ?? [] }],
    ),
    contractProblems: [],
    narrowed: false,
    server: { protocolVersion: '2025-11-25', noise: [], unexplained: [], protocolProblems: [] },
    observable: {
      filesystem: { how: 'seen' },
      network: { how: 'blocked' },
      process: { how: 'seen' },
      memory: { how: 'limited' },
      toolCalls: { how: 'seen' },
    },
    canaries: ['canary-7Qm2xV9tLw4c'],
    ...given,
  }
}

/** A tool that was called once and did nothing wrong. */
export function exampleTool(given: Partial<ToolEvidence> = {}): ToolEvidence {
  const tool = given.tool ?? 'fetch_user'
  return {
    tool,
    definitionAtEnd: undefined,
    definitionElsewhere: undefined,
    changedSinceLock: undefined,
    contract: undefined,
    protocolProblems: [],
    calls: [exampleCall()],
    effects: [],
    nestedCalls: [],
    mutations: [],
    programs: [],
    inside: { toolCalls: { how: 'seen' }, inputs: { how: 'seen' } },
    repetition: undefined,
    unchecked: [],
    notCalled: undefined,
    unrun: [],
    limits: { timeoutMs: 30_000, outputBytes: 51_200, memoryBytes: 536_870_912 },
    ...given,
    definition: {
      name: tool,
      description: 'Return a user by its id.',
      inputSchema: { type: 'object' },
      ...given.definition,
    },
  }
}

/** A contract that promises only what is given. */
export function exampleContract(promised: Partial<Promised> = {}): ContractEvidence {
  return {
    file: 'tools/fetch_user.yaml',
    promised: { ...NOTHING_PROMISED, ...promised },
    problems: [],
    ignored: [],
  }
}

/** A declared test that was answered. */
export function exampleCall(given: Partial<CallEvidence> = {}): CallEvidence {
  return {
    id: 1,
    purpose: 'test',
    input: { user_id: '123' },
    test: 'fetch_existing_user',
    testAt: ['tests', 0],
    base: undefined,
    expectsError: false,
    ignorePaths: [],
    variation: undefined,
    process: 1,
    answer: exampleAnswer({ name: 'Ada' }),
    durationMs: 2,
    noise: [],
    broken: [],
    ...given,
  }
}

/** The answers to one input: the first call, then its repeats, all in one process. */
export function exampleRepeats(answers: readonly Answer[], given: Partial<CallEvidence> = {}): readonly CallEvidence[] {
  return answers.map((answer, index) =>
    exampleCall({ ...given, answer, ...(index === 0 ? {} : { id: index + 1, purpose: 'repeat', base: 1 }) }),
  )
}

/** Repeats of one input that were all answered alike, the last of them in a fresh process. */
export function exampleAlike(answer: Answer): readonly CallEvidence[] {
  return [...exampleRepeats([answer, answer]), exampleFresh(answer)]
}

/** The answer of a fresh process to what the first call asked. */
export function exampleFresh(answer: Answer): CallEvidence {
  return exampleCall({ id: 8, purpose: 'fresh', base: 1, process: 2, answer })
}

/** A result of this output, structured. */
export function exampleAnswer(structuredContent: Json, given: Partial<ResultAnswer> = {}): ResultAnswer {
  return exampleResult({ structuredContent, ...given })
}

/** A result of one text block. */
export function exampleText(text: string, given: Partial<ResultAnswer> = {}): ResultAnswer {
  return exampleResult({ content: [{ type: 'text', text }], ...given })
}

/** A result, its sizes counted. */
export function exampleResult(given: Partial<ResultAnswer> = {}): ResultAnswer {
  return {
    kind: 'result',
    isError: false,
    content: [],
    structuredContent: undefined,
    errorCode: undefined,
    contentBytes: contentBytes(given.content ?? []),
    structuredBytes: jsonBytes(given.structuredContent),
    schemaIssues: undefined,
    ...given,
  }
}

/** A new file in the project, written by the first call. */
export function exampleWrite(path: string, given: Partial<FileEffect> = {}): FileEffect {
  return { kind: 'write', path, place: 'project', outcome: 'lasting', existed: false, call: 1, ...given }
}
