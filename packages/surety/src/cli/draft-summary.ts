import { gaveResult } from '../judge/calls.ts'
import { firstError } from '../judge/first-error.ts'
import { list } from '../judge/words.ts'
import { printable } from '../report/printable.ts'
import type { Drafted } from '../init/draft.ts'

/** What was written and what was not, and what there is to know about it: a line each. */
export function draftSummary(drafted: Drafted): readonly string[] {
  const { contracts, kept, unwritable, known, left, untested } = drafted
  return [
    configLine(drafted),
    ...contracts.map(({ file }) => `wrote  ${file}`),
    ...kept.map(({ file }) => `kept   ${file}${isYaml(file) ? ' (--force overwrites it)' : ''}`),
    ...unwritable.map(({ tool, reason }) => `no contract for ${JSON.stringify(tool)}: ${reason}`),
    ...contracts.flatMap(({ tool, draft }) =>
      [...draft.ignored].map(([code, reason]) => `known  ${code} ${tool}: ${reason}`),
    ),
    ...[...known].map(([code, reason]) => `known  ${code} ${reason}`),
    ...left.map(({ code, tool, message }) => `left   ${code} ${tool === null ? '' : `${tool}: `}${message}`),
    ...untested.flatMap(({ finding: { code, tool, message }, replay }) => [
      `left   ${code} ${tool}: ${message}`,
      `         ${replay}`,
    ]),
    ...(untested.length === 0
      ? []
      : ['These inputs are in no test: surety test sends them again only as shown, or with --explore.']),
    ...unanswered(drafted),
    'Next: read the contracts, decide on what is known, and run surety test.',
  ].map(printable)
}

function configLine({ config }: Drafted): string {
  if (config.text !== undefined) return `wrote  ${config.file}`
  return config.isOther
    ? `kept   ${config.file}, which starts another server than the one observed (--force changes it)`
    : `kept   ${config.file}`
}

function unanswered({ contracts, contained, isElsewhere }: Drafted): readonly string[] {
  const silent = contracts.filter(({ draft }) => !draft.seen.calls.some(gaveResult))
  if (silent.length === 0) return []
  if (isElsewhere)
    return [
      'Nothing was called: what a tool does behind a URL is contained by nothing. Give each a test whose call may be made, and promise more then.',
    ]
  if (!contained)
    return [
      'Nothing was called, and nothing is promised that takes a call to check: what the tools do would not be contained here. surety doctor tells what is missing.',
    ]
  const failing = silent.flatMap(({ tool, draft }) => {
    const error = firstError(draft.seen)
    return error === undefined ? [] : [`no result  ${tool}: ${error}`]
  })
  const names = list(
    silent.map(({ tool }) => tool),
    10,
  )
  return [
    ...failing,
    `No call gave a result, and what takes one was not checked: ${names}. Give each a test whose call succeeds, and promise more then.`,
  ]
}

function isYaml(file: string): boolean {
  return /\.ya?ml$/.test(file)
}
