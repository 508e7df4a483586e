import type { Finding } from '../judge/finding.ts'
import type { TestRequest } from './request.ts'

/** The command that shows the finding again; null where no single call does. */
export function replayCommand({ tool, evidence }: Finding, request: TestRequest): string | null {
  const { input, test } = evidence
  if (tool === null || input === undefined) return null
  const call = test === undefined ? ['--input', JSON.stringify(input)] : []
  const command = request.command.length > 0 ? ['--', ...request.command] : []
  return ['surety', 'test', ...request.origin, '--tool', tool, ...call, ...command].map(quote).join(' ')
}

function quote(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
