import type { Observed, ReportedTool } from '../judge/report.ts'
import { stateFolder } from '../judge/state-folder.ts'
import { groupBy } from './group-by.ts'
import { type Page, type Row, names, table } from './page.ts'

const ITEMS = 5

/** What is told of which effect, and by what words. */
const KINDS: readonly {
  readonly label: string
  readonly told: (seen: Observed) => string | undefined
}[] = [
  { label: 'network', told: ({ kind, target }) => (kind === 'connect' ? target : undefined) },
  { label: 'project', told: (seen) => (seen['place'] === 'project' ? seen.target : undefined) },
  {
    label: 'outside',
    told: ({ place, target }) =>
      typeof place === 'string' && place !== 'project' ? stateFolder({ place, path: target }) : undefined,
  },
  { label: 'programs', told: ({ kind, target }) => (kind === 'start' ? target : undefined) },
  { label: 'left running', told: ({ kind, target }) => (kind === 'process' ? target : undefined) },
]

/** What tools without a contract were seen to do, by tool: what they reached, where they wrote, what they started. */
export function effectsBlock(page: Page, tools: readonly ReportedTool[]): readonly string[] {
  const bare = tools.filter(({ contract }) => contract === null)
  const rows = KINDS.flatMap(({ label, told }): readonly Row[] => {
    const seen = bare.flatMap(({ tool, observed }) => observed.flatMap((one) => said(told(one), tool)))
    const isFolder = (what: string): boolean => seen.some((other) => other.what.startsWith(`${what}/`))
    const items = groupBy(seen, ({ what }) => what)
      .filter(([{ what }]) => !isFolder(what))
      .map((same) => {
        return `${same[0].what} (${names(page, [...new Set(same.map(({ tool }) => tool))])})`
      })
    const rest = page.verbose ? 0 : Math.max(0, items.length - ITEMS)
    const listed = items.slice(0, items.length - rest).join('; ')
    return items.length === 0 ? [] : [{ label, value: rest === 0 ? listed : `${listed}; and ${rest} more` }]
  })
  return rows.length === 0 ? [] : [page.paint.bold('Effects seen'), ...table(page, 2, rows)]
}

function said(what: string | undefined, tool: string): readonly { readonly what: string; readonly tool: string }[] {
  return what === undefined ? [] : [{ what, tool }]
}
