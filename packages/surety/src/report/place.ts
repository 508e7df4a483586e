import type { ReportedError, ReportedFinding } from '../judge/report.ts'

/** As much as is known of where a finding stands. */
export interface KnownPlace {
  readonly file: string | undefined
  readonly line: number | undefined
  readonly column: number | undefined
}

export function placeOf(finding: ReportedFinding | ReportedError): KnownPlace {
  const { file, line, column } = 'location' in finding ? (finding.location ?? NOWHERE) : finding
  return { file: file ?? undefined, line: line ?? undefined, column: column ?? undefined }
}

/** `tools/fetch_user.yaml:9:3`, as far as it is known. */
export function placeText(finding: ReportedFinding | ReportedError): string | undefined {
  const { file, line, column } = placeOf(finding)
  return file === undefined ? undefined : [file, line, column].filter((part) => part !== undefined).join(':')
}

const NOWHERE = { file: undefined, line: undefined, column: undefined }
