import type { Report } from '../judge/report.ts'
import { printableJson } from './printable.ts'

/** The report itself, as schemas/report.schema.json describes it. */
export function jsonReport(report: Report): string {
  return printableJson(report)
}
