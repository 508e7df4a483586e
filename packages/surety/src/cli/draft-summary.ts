import { succeeded } from '../judge/calls.ts'
import { list } from '../judge/words.ts'
import { printable } from '../report/printable.ts'
import type { Drafted } from '../run/draft.ts'

/** What was written and what was not, and what there is to know about it: a line each. */
export function draftSummary(drafted: Drafted): readonly string[] {
  const { contracts, kept, unwritable, left } = drafted
  return [
    configLine(drafted),
    ...contracts.map(({ file }) => `wrote  ${file}`),
    ...kept.map(({ file }) => `kept   ${file}${isYaml(file) ? ' (--force overwrites it)' : ''}`),
    ...unwritable.map(({ tool, reason }) => `no contract for ${JSON.stringify(tool)}: ${reason}`),
    ...contracts.flatMap(({ tool, draft }) =>
      [...draft.ignored].map(([code, reason]) => `known  ${code} ${tool}: ${reason}`),
    ),
    ...left.map(({ code, tool, message }) => `left   ${code} ${tool === null ? '' : `${tool}: `}${message}`),
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

function unanswered({ contracts, contained }: Drafted): readonly string[] {
  const silent = contracts.filter(({ draft }) => !draft.seen.calls.some(succeeded)).map(({ tool }) => tool)
  if (silent.length === 0) return []
  if (!contained)
    return [
      'Nothing was called, and nothing is promised that takes a call to check: what the tools do would not be contained here. surety doctor tells what is missing.',
    ]
  return [`No call gave a result: ${list(silent, 10)}. Give each a test whose call succeeds, and promise more then.`]
}

function isYaml(file: string): boolean {
  return /\.ya?ml$/.test(file)
}
