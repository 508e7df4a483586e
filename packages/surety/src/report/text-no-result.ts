import type { ReportedTool } from '../judge/report.ts'
import { ONCE_ONLINE, list } from '../judge/words.ts'
import { type Group, groupBy } from './group-by.ts'
import { type Page, count, names, paragraph } from './page.ts'

interface Silent extends ReportedTool {
  readonly firstError: string
}

const ERRORS = 8

/** Which tools gave no result, once for each first error. */
export function noResultBlock(page: Page, tools: readonly ReportedTool[]): readonly string[] {
  const groups: readonly Group<Silent>[] = groupBy(tools.filter(isSilent), ({ firstError }) => firstError)
  const shown = page.verbose ? groups : groups.slice(0, ERRORS)
  if (shown.length === 0) return []
  const others = groups.length - shown.length
  return [
    page.paint.bold('No result'),
    ...shown.flatMap((group) => [
      ...paragraph(page, 2, group[0].firstError),
      ...paragraph(page, 4, `first answer of ${namesOf(page, group)}`),
      ...networkHint(group).flatMap((hint) => paragraph(page, 4, hint)),
    ]),
    ...(others === 0 ? [] : [`  and ${count(others, 'other answer')}`]),
  ]
}

/** `2 without a result`, or nothing: as many as are listed, whatever else was found of them. */
export function withoutResult(tools: readonly ReportedTool[]): readonly string[] {
  const silent = tools.filter(isSilent).length
  return silent === 0 ? [] : [`${silent} without a result`]
}

/** What the sandbox refused may be why there was no result. */
function networkHint(tools: readonly ReportedTool[]): readonly string[] {
  const targets = tools.flatMap(({ observed }) =>
    observed.flatMap(({ kind, target, outcome }) =>
      kind === 'connect' && outcome === 'refused' && !target.startsWith('unix:') ? [target] : [],
    ),
  )
  const [first] = targets
  if (first === undefined) return []
  // Of a name that was looked up in vain, nobody knows the port.
  const wanted = /:\d+$/.test(first) ? first : `${first}:port`
  return [
    `The sandbox refused a connection to ${list([...new Set(targets)])}. If the tool needs it, allow it: --network ${wanted}. ${ONCE_ONLINE}`,
  ]
}

function isSilent(tool: ReportedTool): tool is Silent {
  return tool.firstError !== undefined
}

function namesOf(page: Page, tools: readonly ReportedTool[]): string {
  return names(
    page,
    tools.map(({ tool }) => tool),
  )
}
