import { type Json, errorCodeOf, refusalCodeOf, rpcErrorCodeOf } from '@surety/tool-contracts/tools'
import { contentBytes, jsonBytes } from '../../judge/answer-bytes.ts'
import type { Answer, CallEvidence, ResultAnswer, SchemaIssue } from '../../judge/call-evidence.ts'
import type { Exit } from '../../sandbox/cell.ts'
import { outputIssues, readOutput } from './output.ts'
import type { Performed } from './perform.ts'
import type { Subject } from '../plan/subject.ts'

type Result = Readonly<Record<string, unknown>>

/** What the tool answered, measured and compared with its output schema. */
export function answerOf(performed: Performed): Answer {
  const { reply, exit, stderr, subject } = performed
  if (exit?.overMemory !== undefined)
    return { kind: 'memory', bytes: exit.overMemory, limitBytes: subject.limits.memoryBytes }
  switch (reply.kind) {
    case 'result':
      return resultAnswer(reply.result, subject)
    case 'error':
      return { ...pick(reply), errorCode: rpcErrorCodeOf(reply) }
    case 'closed':
      return { kind: 'died', ...deathOf(exit), stderr: stderr.slice(-2000) }
    default: {
      const { sentAt: _sentAt, endedAt: _endedAt, ...answer } = reply
      return answer
    }
  }
}

/** How the server ended, as the rules see it. */
export function deathOf(exit: Exit | undefined): NonNullable<CallEvidence['diedAfter']> {
  const { code = null, signal = null, overProcesses: processes } = exit ?? {}
  return { exitCode: code, signal, ...(processes !== undefined && { processes }) }
}

function pick({ code, message }: { code: number; message: string }): { kind: 'error'; code: number; message: string } {
  return { kind: 'error', code, message }
}

function resultAnswer(result: Result, subject: Subject): ResultAnswer {
  const content = asList(result['content'])
  const structuredContent = asJson(result['structuredContent'])
  const isError = result['isError'] === true
  const errorCode = isError ? errorCodeOf(result) : undefined
  return {
    kind: 'result',
    isError,
    content,
    structuredContent,
    errorCode,
    ...(errorCode !== undefined && errorCode === refusalCodeOf(result) && { refusedByHost: true }),
    contentBytes: contentBytes(content),
    structuredBytes: structuredContent === undefined ? 0 : jsonBytes(structuredContent),
    schemaIssues: schemaIssues({ content, structuredContent, isError }, subject),
  }
}

/** An error needs no output, and no text stands in for structured content that the server itself promises. */
function schemaIssues(
  said: Pick<ResultAnswer, 'content' | 'structuredContent' | 'isError'>,
  { output: schema, listed }: Subject,
): readonly SchemaIssue[] | undefined {
  if (schema === undefined) return undefined
  if (said.isError && (said.structuredContent ?? null) === null) return []
  if (said.structuredContent === undefined && listed.outputSchema !== undefined) return [MISSING]
  return outputIssues(readOutput(said, schema), schema)
}

const MISSING = { path: '', message: 'structuredContent is missing although the tool has an output schema.' }

function asList(value: unknown): readonly Json[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it came out of JSON.parse
  return Array.isArray(value) ? (value as readonly Json[]) : []
}

function asJson(value: unknown): Json | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it came out of JSON.parse
  return value as Json | undefined
}
