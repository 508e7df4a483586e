import { expect, it } from 'vitest'
import { FULL, folderWith } from '../../../test/run-in-cell.ts'
import { probeLayers } from '../../sandbox/probe-layers.ts'
import type { Launch } from '../process/launch.ts'
import type { Observation } from '../evidence/observe.ts'
import type { Repetitions } from '../evidence/evidence-of.ts'
import { repeatCalls } from './repetition.ts'
import { serverUnderTest } from '../call/server-under-test.ts'
import { Stop } from '../request/stop.ts'
import type { Plan, PlannedCall, Subject } from '../plan/subject.ts'
import { StartLock } from '../process/start-lock.ts'

const able = await probeLayers()

const SERVER = `
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  if (method === 'tools/call') appendFileSync('log.txt', 'x')
  const hello = { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'log', version: '1' } }
  const result = method === 'initialize' ? hello : { content: [] }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
})
`

it.skipIf(!able.L1.works)(
  'repeats of a call are made in processes of their own, and not again where it is known what they do',
  async () => {
    const project = folderWith({ 'server.mjs': SERVER, 'log.txt': '' })
    const launch: Launch = {
      server: { kind: 'stdio', command: 'node', args: ['server.mjs'], env: {}, cwd: undefined, network: [] },
      layers: FULL,
      project,
      setup: [],
      startTimeoutMs: 20_000,
      memoryBytes: 1024 ** 3,
      canaries: {},
      mask: (value) => value,
      startLock: new StartLock(),
      stop: new Stop(),
    }
    const call = {
      id: 1,
      purpose: 'generated',
      input: {},
      profile: { env: {}, network: false, memoryBytes: 1024 ** 3 },
    } as PlannedCall
    const subject: Subject = {
      tool: 'log',
      listed: {
        name: 'log',
        title: undefined,
        description: undefined,
        inputSchema: undefined,
        outputSchema: undefined,
        annotations: { idempotentHint: true },
        raw: {},
      },
      contract: undefined,
      input: undefined,
      output: undefined,
      tests: [],
      problems: [],
      contradicted: new Map(),
      network: [],
      limits: { timeoutMs: 20_000, outputBytes: 1024, memoryBytes: 1024 ** 3 },
      plan: { calls: [call] as readonly PlannedCall[] } as Plan,
    }
    const seen: Observation = {
      calls: [],
      effects: [],
      nestedCalls: [],
      programs: [],
      mutations: [],
      blind: undefined,
      unmeasured: undefined,
    }
    const repeat = (known?: Repetitions) => repeatCalls(serverUnderTest(launch), [subject], () => seen, 0, known)
    const repetitions = await repeat()
    expect(repetitions.get(subject)?.runs.map((steps) => steps.map(({ bytes }) => bytes))).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ])
    expect((await repeat(repetitions)).get(subject)).toBe(repetitions.get(subject))
    expect((await repeat()).get(subject)).not.toBe(repetitions.get(subject))
  },
)
