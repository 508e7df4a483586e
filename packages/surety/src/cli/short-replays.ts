import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { shellWord } from '../judge/words.ts'
import type { Report, ReportedFinding } from '../judge/report.ts'
import { fileName } from '../init/file-name.ts'
import { writeInside } from './write-inside.ts'

/** An input of more characters makes a command that nobody reads, and some terminals do not paste. */
const MAX_LENGTH = 200
const FOLDERS = ['.surety', 'replays']

/** The report with long inputs of its replays in files under `.surety/replays`: for people. Where none can be written they stay. */
export async function shortReplays(report: Report, { root, cwd }: { root: string; cwd: string }): Promise<Report> {
  const shortened = async (finding: ReportedFinding): Promise<ReportedFinding> => {
    const text = JSON.stringify(finding.evidence.input) ?? ''
    const word = shellWord(text)
    if (text.length <= MAX_LENGTH || finding.replay?.includes(word) !== true) return finding
    const id = createHash('sha256').update(text).digest('hex').slice(0, 8)
    const file = await writeInside(root, FOLDERS, `${fileName(finding.tool)}-${id}.json`, `${text}\n`)
    if (file === undefined) return finding
    return { ...finding, replay: finding.replay.replace(word, () => shellWord(`@${relative(cwd, file)}`)) }
  }
  const tools = await Promise.all(
    report.tools.map(async (tool) => ({ ...tool, findings: await Promise.all(tool.findings.map(shortened)) })),
  )
  return { ...report, tools }
}
