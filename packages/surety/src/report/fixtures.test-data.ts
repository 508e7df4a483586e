import type { Report, ReportedError, ReportedFinding, ReportedTool } from '../judge/report.ts'
import type { RuleText } from './sarif.ts'
import { statusOf, summarize } from '../judge/summary.ts'

/** Reports that tests print: everything kept, everything broken, and a builder for the rest. */
export function reportOf(
  tools: readonly ReportedTool[],
  errors: readonly ReportedError[] = [],
  others: Partial<Report> = {},
): Report {
  return {
    version: 1,
    surety: '0.1.0',
    startedAt: '2026-11-16T08:30:00.000Z',
    durationMs: 812,
    server: {
      name: 'shop',
      version: '1.4.2',
      protocolVersion: '2025-11-25',
      command: ['node', 'server.mjs'],
      url: null,
    },
    sandbox: {
      layers: ['L0', 'L1', 'L2', 'L3'],
      effects: { filesystem: 'seen', network: 'blocked', process: 'seen', memory: 'limited', toolCalls: 'seen' },
      contained: true,
    },
    tools,
    errors,
    stale: [],
    summary: summarize(tools, errors),
    ...others,
  }
}

export function toolOf(tool: string, others: Partial<ReportedTool> = {}): ReportedTool {
  const fields = {
    tool,
    contract: `tools/${tool}.yaml`,
    durationMs: 12.4,
    calls: 9,
    findings: [],
    observed: [],
    notChecked: [],
    ...others,
  }
  return { ...fields, status: others.status ?? statusOf(fields) }
}

export function findingOf(tool: string, others: Partial<ReportedFinding> = {}): ReportedFinding {
  return {
    code: 'E012',
    severity: 'error',
    fails: true,
    title: 'Side Effect Detected',
    tool,
    message: 'Wrote notes.txt, although the contract says side_effects: none.',
    blame: 'tool',
    evidence: {
      kind: 'write',
      outcome: 'lasting',
      path: 'notes.txt',
      place: 'project',
      input: { user_id: '123' },
      test: 'fetch_existing_user',
    },
    location: { file: `tools/${tool}.yaml`, line: 9, column: 3 },
    fix: 'Remove the write, or declare it with writes: [notes.txt].',
    replay: `surety test --tool ${tool} --input '{"user_id":"123"}'`,
    known: false,
    ...others,
  }
}

export function errorOf(others: Partial<ReportedError> = {}): ReportedError {
  return {
    code: 'E001',
    severity: 'error',
    fails: true,
    title: 'Contract Invalid',
    tool: null,
    file: 'tools/bad.yaml',
    line: 3,
    column: 1,
    message: 'guarantees.side_effects is "some"; it must be none or filesystem.',
    evidence: {
      kind: 'contract',
      file: 'tools/bad.yaml',
      problem: 'guarantees.side_effects is "some"; it must be none or filesystem.',
    },
    fix: 'Write none or filesystem.',
    known: false,
    ...others,
  }
}

export function warningOf(tool: string, others: Partial<ReportedFinding> = {}): ReportedFinding {
  return findingOf(tool, {
    code: 'W022',
    severity: 'warning',
    fails: false,
    title: 'High Entropy Output',
    message: 'Most of the answer changes from call to call and looks random.',
    evidence: { kind: 'entropy', path: '$.token', before: 'c0ffee', after: 'f00d', input: {} },
    location: null,
    fix: 'Answer the same question alike, or ignore W022 with a reason.',
    replay: null,
    ...others,
  })
}

const uncheckedCalls = {
  promise: 'dependencies',
  code: 'E015',
  reason: 'No spy could be loaded into this server.',
} as const

export const kept: Report = reportOf([
  toolOf('fetch_user'),
  toolOf('create_report', { notChecked: [uncheckedCalls] }),
  toolOf('list_users', { notChecked: [uncheckedCalls] }),
])

export const broken: Report = reportOf(
  [
    toolOf('fetch_user', {
      findings: [
        findingOf('fetch_user'),
        findingOf('fetch_user', {
          code: 'E013',
          title: 'Non-Deterministic Output',
          message: 'The same input was answered with 17 and then with 18 at $.count.',
          evidence: { kind: 'difference', path: '$.count', before: 17, after: 18, input: { user_id: '123' } },
          location: { file: 'tools/fetch_user.yaml', line: 8, column: 3 },
          fix: 'Remove what changes, or declare deterministic: false.',
          replay: null,
        }),
      ],
      observed: [
        { kind: 'write', target: 'notes.txt', outcome: 'lasting' },
        { kind: 'connect', target: 'api.example.com:443' },
      ],
    }),
    toolOf('create_report', { findings: [warningOf('create_report')] }),
    toolOf('list_users', {
      findings: [findingOf('list_users', { known: true, fails: false })],
      notChecked: [uncheckedCalls],
    }),
    toolOf('delete_user', { contract: null, calls: 0, durationMs: 0 }),
  ],
  [
    errorOf(),
    errorOf({
      code: 'E002',
      title: 'Tool Not Found',
      tool: 'gone',
      file: 'tools/gone.yaml',
      line: 2,
      column: 7,
      message: 'The server lists no tool gone; it lists fetch_user, create_report, list_users and delete_user.',
      evidence: { kind: 'tool', name: 'gone', file: 'tools/gone.yaml' },
      fix: 'Correct the name, or delete the contract.',
    }),
  ],
  {
    stale: [
      {
        source: 'ignore',
        code: 'W022',
        tool: 'fetch_user',
        file: 'tools/fetch_user.yaml',
        line: 20,
        message: 'Ignore: W022 of fetch_user (tools/fetch_user.yaml:20) was not found any more; remove it.',
      },
    ],
  },
)

export const rules: readonly RuleText[] = [
  {
    code: 'E012',
    title: 'Side Effect Detected',
    why: 'An agent calls a tool without side effects freely.',
    fix: 'Remove the write, or declare it.',
    helpUri: 'https://example.com/rules/E012',
  },
  {
    code: 'W022',
    title: 'High Entropy Output',
    why: 'Nothing can be concluded from random answers.',
    fix: 'Answer alike, or ignore the warning.',
  },
]
