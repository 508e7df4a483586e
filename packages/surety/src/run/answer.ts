import type { Reply } from '../connect/session.ts'
import { contentBytes, jsonBytes } from '../judge/answer-bytes.ts'
import type { Answer, CallEvidence, ResultAnswer, SchemaIssue } from '../judge/call-evidence.ts'
import type { Json } from '../judge/evidence.ts'
import type { Exit } from '../sandbox/cell.ts'
import { outputIssues } from './output.ts'
import type { Performed } from './perform.ts'
import type { Subject } from './subject.ts'

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
      return { ...pick(reply), errorCode: codeInError(reply) }
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
  return {
    kind: 'result',
    isError,
    content,
    structuredContent,
    errorCode: isError ? codeInResult(result, content) : undefined,
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
  if (said.structuredContent !== undefined) return outputIssues(said, schema)
  if (said.isError) return []
  return listed.outputSchema === undefined ? outputIssues(said, schema) : [MISSING]
}

const MISSING = { path: '', message: 'structuredContent is missing although the tool has an output schema.' }

const CODE_AT_START = /^([A-Z][A-Z0-9_]{1,127}):/

function codeInResult(result: Result, content: readonly Json[]): string | undefined {
  const structured = record(result['structuredContent'])
  const meta = record(record(result['_meta'])['surety.dev/error'])
  const [first] = content
  const text = record(first)['text']
  const candidates = [record(structured['error'])['code'], structured['code'], meta['code']]
  const stated = candidates.find((code) => typeof code === 'string')
  if (typeof stated === 'string') return stated
  return typeof text === 'string' ? CODE_AT_START.exec(text)?.[1] : undefined
}

function codeInError({ message, data }: Extract<Reply, { kind: 'error' }>): string | undefined {
  const code = record(data)['code']
  return typeof code === 'string' ? code : CODE_AT_START.exec(message)?.[1]
}

function record(value: unknown): Result {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object that is no array has keys
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Result) : {}
}

function asList(value: unknown): readonly Json[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it came out of JSON.parse
  return Array.isArray(value) ? (value as readonly Json[]) : []
}

function asJson(value: unknown): Json | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it came out of JSON.parse
  return value as Json | undefined
}
