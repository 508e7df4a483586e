import { expect, it } from 'vitest'
import { FULL, folderWith } from '../../test/run-in-cell.ts'
import { probeLayers } from '../sandbox/probe-layers.ts'
import type { Launch } from './launch.ts'
import type { Observation } from './observe.ts'
import { repetitionOf } from './repetition.ts'
import type { Plan, PlannedCall, Subject } from './subject.ts'
import { Turns } from './turns.ts'

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
  'what repeats do is tried once, in processes of their own, however often it is asked',
  async () => {
    const project = folderWith({ 'server.mjs': SERVER, 'log.txt': '' })
    const launch: Launch = {
      server: { kind: 'stdio', command: 'node', args: ['server.mjs'], env: {}, cwd: undefined },
      layers: FULL,
      project,
      setup: [],
      startTimeoutMs: 20_000,
      memoryBytes: 1024 ** 3,
      canaries: {},
      turns: new Turns(),
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
      limits: { timeoutMs: 20_000, outputBytes: 1024, memoryBytes: 1024 ** 3 },
      plan: { calls: [call] as readonly PlannedCall[] } as Plan,
    }
    const seen: Observation = { calls: [], effects: [], nestedCalls: [], mutations: [], blind: undefined }
    const repetition = await repetitionOf(launch, subject, seen, 0)
    expect(repetition?.runs.map((steps) => steps.map(({ bytes }) => bytes))).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ])
    expect(await repetitionOf(launch, subject, seen, 0)).toBe(repetition)
    expect(await repetitionOf(launch, { ...subject }, seen, 0)).not.toBe(repetition)
  },
)
