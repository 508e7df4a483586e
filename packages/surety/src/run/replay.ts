import type { Finding } from '../judge/finding.ts'
import { shellWord } from '../judge/words.ts'
import type { TestRequest } from './request/request.ts'

/** The command that shows the finding again; null where no single call does, nor all of the tool's. */
export function replayCommand({ tool, evidence, needsSequence }: Finding, request: TestRequest): string | null {
  const { input, test } = evidence
  if (tool === null || input === undefined) return null
  const explored = request.explore ? ['--explore', '--seed', String(request.seed)] : []
  const generated = needsSequence === true ? explored : ['--input', JSON.stringify(input)]
  const call = test === undefined ? generated : []
  const command = request.command.length > 0 ? ['--', ...request.command] : []
  const words = ['test', ...request.origin, '--tool', tool, ...call, ...command]
  return [request.calledAs, ...words.map(shellWord)].join(' ')
}
