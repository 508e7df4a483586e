import { type Json, isList, isRecord } from '@surety/tool-contracts/tools'
import { type Difference, differences } from './differences.ts'
import type { Answer, CallEvidence } from './call-evidence.ts'
import { DEEPEST, parseStructure } from './json.ts'
import { withoutPath } from './json-path.ts'

/** Paths of the whole result rather than of the output. */
const WHOLE = /^\$\.(?:content|structuredContent|isError|error)\b/

/** Where the answers to two calls differ, by paths of the output; nothing if either was no answer. */
export function answerDifferences(first: CallEvidence, second: CallEvidence): readonly Difference[] {
  if (first.answer === second.answer) return []
  const before = comparable(first.answer, first.ignorePaths)
  const after = comparable(second.answer, first.ignorePaths)
  if (before === undefined || after === undefined) return []
  const found = differences(before, after).map((difference) => ({ ...difference, path: outputPath(difference.path) }))
  const seen = new Set<string>()
  return found.filter(({ path }) => !seen.has(path) && seen.add(path))
}

/** The answer as JSON, text that is JSON parsed, without `_meta` and the ignored paths; undefined where there was none. */
export function comparable(answer: Answer, ignorePaths: readonly string[] = []): Json | undefined {
  if (answer.kind === 'error') return { error: { code: answer.code, message: answer.message } }
  if (answer.kind !== 'result') return undefined
  const strip = (output: Json): Json => ignorePaths.reduce(withoutPath, withoutMeta(output))
  const result = {
    isError: answer.isError,
    content: answer.content.map((block) => stripText(withoutMeta(block), strip)),
    ...(answer.structuredContent === undefined ? {} : { structuredContent: strip(answer.structuredContent) }),
  }
  return ignorePaths.filter((path) => WHOLE.test(path)).reduce<Json>(withoutPath, result)
}

function stripText(block: Json, strip: (output: Json) => Json): Json {
  if (!isRecord(block) || typeof block['text'] !== 'string') return block
  const parsed = parseStructure(block['text'])
  return parsed === undefined ? block : { ...block, text: strip(parsed) }
}

function withoutMeta(value: Json, depth: number = 0): Json {
  if (depth > DEEPEST) return null
  if (isList(value)) return value.map((item) => withoutMeta(item, depth + 1))
  if (!isRecord(value)) return value
  const kept = Object.entries(value).filter(([key]) => key !== '_meta')
  return Object.fromEntries(kept.map(([key, field]) => [key, withoutMeta(field, depth + 1)]))
}

/** `$.structuredContent.id` and the id in a text that is JSON are both `$.id` to whoever wrote the contract. */
function outputPath(path: string): string {
  return path.replace(/^\$\.(?:structuredContent|content\[\d+\]\.text(?=[.[]))/, '$')
}
