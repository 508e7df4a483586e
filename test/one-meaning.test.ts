import { ToolError, type ExecutionStep } from '@surety/tool-contracts'
import { toResult } from '@surety/tool-contracts/mcp'
import { afterAll, describe, expect, it } from 'vitest'
import { probeLayers } from '../packages/surety/src/sandbox/probe-layers.ts'
import { config, project, removeProjects, reportOf, surety } from './cli-lab.ts'
import { ANSWERS } from './one-meaning/answers.ts'
import { EFFECTS } from './one-meaning/effects.ts'
import { ERRORS, FOREIGN_ERRORS } from './one-meaning/errors.ts'
import type { Row } from './one-meaning/row.ts'
import { contractFile, isFound, judgedByRunner } from './one-meaning/runner.ts'
import { SERVER } from './one-meaning/server.ts'
import { guards, keeps, recording, stepOfHost } from './one-meaning/steps.ts'

const layers = await probeLayers()
afterAll(removeProjects)

/** What a step shows as the call's output, where there is one. */
function outputIn({ outputs, code }: ExecutionStep): unknown {
  if (code !== undefined) return undefined
  return 'value' in outputs ? outputs['value'] : outputs
}

describe('an answer means the same output to all', () => {
  it.each(ANSWERS)('$title', async ({ promises, result, means, keeps: isKept }) => {
    const runner = await judgedByRunner(promises, result)
    const steps = await Promise.all(Object.values(guards).map((judge) => judge(promises, () => result)))
    const host = await stepOfHost(promises, () => means)
    expect([runner.keeps, ...steps.map(keeps), keeps(host)]).toEqual([isKept, isKept, isKept, isKept])
    expect(runner.output).toEqual(means)
    if (isKept) expect([...steps, host].map(outputIn)).toEqual([means, means, means])
  })
})

describe('a failed answer carries the same code to all, and is judged alike', () => {
  it.each([...ERRORS, ...FOREIGN_ERRORS])('$title', async ({ promises, result, code, keeps: isKept }) => {
    const runner = await judgedByRunner(promises, result)
    const steps = await Promise.all(Object.values(guards).map((judge) => judge(promises, () => result)))
    expect([runner.keeps, ...steps.map(keeps)]).toEqual([isKept, isKept, isKept])
    expect(runner.code).toBe(code)
    for (const step of steps) expect(codeIn(step)).toBe(promises.errorCodes === undefined ? undefined : code)
  })

  it.each(ERRORS)('$title, thrown by a handler', async ({ promises, code, keeps: isKept }) => {
    const host = await stepOfHost(promises, () => {
      throw code === undefined ? new Error('It broke.') : new ToolError(code, 'no')
    })
    expect(keeps(host)).toBe(isKept)
  })

  /** The code that the guard found in the answer, if it did. */
  function codeIn({ code, outputs }: ExecutionStep): unknown {
    const { details } = Object(outputs['error'])
    return code === 'UPSTREAM_FAILED' ? undefined : (Object(details)['undeclaredCode'] ?? code)
  }

  it("a code that only a host raises is fine where the server's own host says that it refused", async () => {
    const refusal = {
      code: 'APPROVAL_REQUIRED',
      stage: 'approve',
      blame: 'caller',
      message: 'Wait.',
      details: {},
      retryable: false,
    } as const
    const result = toResult({ ok: false, error: refusal, traceId: 't', stepId: 's' })
    expect(await judgedByRunner({ errorCodes: [] }, result)).toMatchObject({ code: 'APPROVAL_REQUIRED', keeps: true })
  })
})

describe('an effect is allowed by all or by none', () => {
  it.each(EFFECTS)('$title', async ({ promises, recorded, seen, keeps: isKept }) => {
    const runner = await judgedByRunner(promises, undefined, [seen])
    const steps = await Promise.all(Object.values(guards).map((judge) => judge(promises, recording(recorded))))
    const host = await stepOfHost(promises, recording(recorded))
    expect([runner.keeps, ...steps.map(keeps), keeps(host)]).toEqual([isKept, isKept, isKept, isKept])
  })
})

it.skipIf(!layers.L1.works || !layers.L2.works)(
  '`surety test` says the same of a real server that does all this',
  async () => {
    const done = EFFECTS.filter(({ isReal }) => isReal).map((row) => ({ ...row, result: { content: [] } }))
    const rows: readonly Row[] = [...ANSWERS, ...ERRORS, ...FOREIGN_ERRORS, ...done]
    const named = rows.map((row, index) => ({ ...row, name: `row_${index}` }))
    const folder = project({
      'server.mjs': SERVER,
      'rows.json': JSON.stringify(Object.fromEntries(named.map((row) => [row.name, row]))),
      'surety.yaml': config([]),
      ...Object.fromEntries(named.map(({ name, promises }) => [`tools/${name}.yaml`, contractFile(name, promises)])),
    })
    const { tools, errors } = reportOf(await surety(['test', folder, '--json']))
    const judged = new Map(tools.map(({ tool, findings }) => [tool, !findings.some(isFound)]))
    expect(errors).toEqual([])
    expect(named.map(({ name, title }) => [title, judged.get(name)])).toEqual(
      named.map(({ title, keeps: isKept }) => [title, isKept]),
    )
  },
)
