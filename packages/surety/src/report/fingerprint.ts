import type { Json } from '../judge/evidence.ts'
import type { ReportedError, ReportedFinding } from '../judge/report.ts'

// What a finding is about, as opposed to what happened to be measured.
const SUBJECTS = [
  'path',
  'all',
  'target',
  'command',
  'promise',
  'annotation',
  'errorCode',
  'credential',
  'part',
  'changed',
]

/** The same for the same defect in every run: no line, no duration, no size and no answer is part of it. */
export function fingerprint(finding: ReportedFinding | ReportedError): string {
  return [finding.code, finding.tool ?? '', ...subject(finding)]
    .map((part) => part.replace(/[\\|]/g, '\\$&'))
    .join(' | ')
}

function subject(finding: ReportedFinding | ReportedError): readonly string[] {
  if (!('evidence' in finding)) return [finding.file ?? '', withoutNumbers(finding.message)]
  const { evidence } = finding
  // Effects come in any order, and each is seen in whichever test happens to be first.
  const subjects = [...new Set(SUBJECTS.flatMap((key) => texts(evidence[key])))].toSorted()
  return [evidence.kind, ...(subjects.length === 0 ? texts(evidence.test) : subjects)]
}

function texts(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** Numbers that stand alone, with their unit; `tool1` keeps its name. */
function withoutNumbers(message: string): string {
  return message.replace(/(?<![\p{L}\p{N}_])\d+(?:\.\d+)?(?:ms|s|m|b|kb|mb|gb)?(?![\p{L}\p{N}_])/giu, '#')
}
