import { describe, expect, it } from 'vitest'
import { readContract } from '../author/read-contract.ts'
import { exampleRun, exampleTool } from '../judge/example-evidence.ts'
import type { RunEvidence } from '../judge/evidence.ts'
import type { Finding } from '../judge/finding.ts'
import type { Report } from '../judge/report.ts'
import { conclude } from './conclude.ts'
import type { InspectionInput } from './inspect.ts'
import { Stop } from './request/stop.ts'

const IGNORED = 'ignore: [{ code: W022, reason: ids are random }]\n'
const written = readContract(`version: 1\ntool: fetch\ncontract: {}\nguarantees:\n  side_effects: none\n${IGNORED}`, {
  path: '/tools/fetch.yaml',
  file: 'tools/fetch.yaml',
})
if (!written.ok) throw new Error('the contract of the test cannot be read')
const { contract } = written

/** A finding about `fetch`. */
function found(code: string, given: Partial<Finding> = {}): Finding {
  const evidence = { kind: 'write', path: 'log', input: { id: 1 } }
  return { code, tool: 'fetch', message: 'It did.', blame: 'tool', evidence, defect: code, ...given }
}

interface Given {
  readonly strict?: boolean
  readonly stop?: Stop
  readonly evidence?: RunEvidence
}

/** The report about `fetch`, which was called once. */
function report(
  findings: readonly Finding[],
  { strict = false, stop = new Stop(), evidence = exampleRun({ tools: [exampleTool({ tool: 'fetch' })] }) }: Given = {},
): Report {
  const works = { works: true } as const
  const server = { kind: 'stdio', command: 'node', args: ['server.mjs'], env: {}, cwd: undefined, network: [] } as const
  const subject = {
    request: {
      strict,
      explore: false,
      origin: ['shop'],
      command: [],
      input: undefined,
      surety: '1.2.3',
      calledAs: 'surety',
    },
    prepared: { config: { file: '/shop/surety.yaml', check: { strictMode: false }, ignore: [] }, server },
    launch: { server, layers: { L1: works, L2: works, L3: { works: false, reason: 'no' } }, stop },
    contracts: { contracts: [contract], problems: [] },
    opened: { info: { name: 'shop', version: '1', protocolVersion: '2025-11-25' } },
  } as unknown as InspectionInput
  return conclude({ evidence, findings, subject, startedAt: new Date('2026-11-19') })
}

describe('a report', () => {
  it('says of a finding where the promise stands, what to do, and how to see it again', () => {
    const { tools, summary } = report([found('E012', { at: ['guarantees', 'side_effects'] })])
    expect(tools[0]?.findings).toMatchObject([
      {
        code: 'E012',
        severity: 'error',
        fails: true,
        location: { file: 'tools/fetch.yaml', line: 5, column: 3 },
        replay: `surety test shop --tool fetch --input '{"id":1}'`,
      },
    ])
    expect(tools[0]).toMatchObject({ tool: 'fetch', status: 'failed' })
    expect(summary).toMatchObject({ tools: 1, failed: 1, exitCode: 1 })
  })

  it.each([
    ['a warning', 'W024', false, { status: 'warned', exitCode: 0 }],
    ['a warning, where warnings fail', 'W024', true, { status: 'failed', exitCode: 1 }],
    ['what the contract ignores', 'W022', true, { status: 'passed', exitCode: 0 }],
  ])('counts %s', (_, code, strict, { status, exitCode }) => {
    const { tools, summary } = report([found(code)], { strict })
    expect([tools[0]?.status, summary.exitCode]).toEqual([status, exitCode])
  })

  it('does not fail for what a test expects', () => {
    const { tools, summary } = report([found('E012', { expected: true })])
    expect(tools[0]?.findings).toMatchObject([{ fails: false, known: true, expected: true }])
    expect(summary).toMatchObject({ known: 1, exitCode: 0 })
  })

  it('keeps what belongs to no tool, or to one that was not judged, apart', () => {
    const { tools, errors } = report([found('E005', { tool: null }), found('E002', { tool: 'gone' }), found('E001')])
    expect(tools[0]?.findings).toEqual([])
    expect(errors.map(({ code, tool }) => [code, tool])).toEqual([
      ['E005', null],
      ['E002', 'gone'],
      ['E001', 'fetch'],
    ])
  })

  it('names the layers that work and the server as it was started', () => {
    const { sandbox, server } = report([])
    expect(sandbox).toMatchObject({ layers: ['L0', 'L1', 'L2'], contained: true })
    expect(server).toMatchObject({ name: 'shop', command: ['node', 'server.mjs'], url: null })
  })

  it('of a run that ended early says so, and what was left out', () => {
    const stop = new Stop()
    stop.ask('interrupted')
    const left = exampleTool({ tool: 'left', calls: [], unfinished: 'the run was interrupted before it was called' })
    const { partial, summary } = report([], { stop, evidence: exampleRun({ tools: [left] }) })
    expect(partial).toEqual({ reason: 'interrupted', notCalled: ['left'], cutShort: [] })
    expect(summary).toMatchObject({ skipped: 1, exitCode: 130 })
  })

  it('tells of an ignored code that was not found any more, unless the run ended early', () => {
    expect(report([]).stale.map(({ code }) => code)).toEqual(['W022'])
    const stop = new Stop()
    stop.ask('out of time')
    expect(report([], { stop }).stale).toEqual([])
  })
})
