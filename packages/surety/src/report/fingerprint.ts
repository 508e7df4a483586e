import type { Json } from '@surety/tool-contracts/tools'
import type { FindingEvidence } from '../judge/finding.ts'
import type { ReportedError, ReportedFinding } from '../judge/report.ts'

// What a finding is about, as opposed to what happened to be measured.
const SUBJECTS = [
  'file',
  'path',
  'all',
  'target',
  'command',
  'promise',
  'condition',
  'problem',
  'annotation',
  'errorCode',
  'credential',
  'part',
  'changed',
] as const

type Subject = (typeof SUBJECTS)[number]

/** The same for the same defect in every run: no line, no duration, no size, no answer and no chance is part of it. */
export function fingerprint({ code, tool, evidence }: ReportedFinding | ReportedError): string {
  return [code, tool ?? '', evidence.kind, ...subject(evidence)]
    .map((part) => part.replace(/[\\|]/g, '\\$&'))
    .join(' | ')
}

function subject(evidence: FindingEvidence): readonly string[] {
  // Which of several values that differ is met first, and in which test, is chance.
  if (evidence.kind === 'difference') return []
  // Effects come in any order, and each is seen in whichever test happens to be first.
  const subjects = new Set(SUBJECTS.flatMap((key) => texts(evidence[key]).map((text) => lasting(key, text, evidence))))
  const { path, test } = evidence
  const isAboutTest = subjects.size === 0 || (typeof path === 'string' && path.startsWith('tests/'))
  return [...[...subjects].toSorted(), ...(isAboutTest ? texts(test) : [])]
}

function texts(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** The part of a subject that is the same in the next run. */
function lasting(key: Subject, text: string, { kind, place }: FindingEvidence): string {
  if (place !== undefined || kind === 'process') return withoutChance(text)
  if (kind === 'connect') return text.replace(EPHEMERAL_PORT, ':#')
  return key === 'path' || key === 'problem' ? withoutNumbers(text) : text
}

/** Ports that a system deals out. */
const EPHEMERAL_PORT = /:(?:[4-6]\d|3[3-9])\d{3}$/

/** Temporary files have any name; and in any name a clock, a counter or chance may have a part. */
function withoutChance(text: string): string {
  return text
    .replace(/(?<![^\s='"])\/(?:tmp|dev\/shm)\/[^\s'"]+/g, '/tmp/#')
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=[a-f]*\d)[\da-f]{6,}|\d+/gi, '#')
}

/** Numbers that stand alone, with their unit; `tool1` keeps its name. */
function withoutNumbers(message: string): string {
  return message.replace(/(?<![\p{L}\p{N}_])\d+(?:\.\d+)?(?:ms|s|m|b|kb|mb|gb)?(?![\p{L}\p{N}_])/giu, '#')
}
