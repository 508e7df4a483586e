import type { ExecutionStep } from '@surety/tool-contracts'
import { isRecord } from '@surety/tool-contracts/tools'
import { count } from '../judge/words.ts'
import { printable } from '../report/printable.ts'
import { span } from './span.ts'
import { type Placed, stepTree } from './step-tree.ts'

const MAX_WIDTH = 48

/** The steps of a trace for people, in the order they began, calls of tools below the call that made them. */
export function timeline(traceId: string, steps: readonly ExecutionStep[]): string {
  const placed = stepTree(steps)
  const first = placed.reduce((earliest, { startedAt }) => Math.min(earliest, startedAt), Infinity)
  const principals = [...new Set(steps.map(({ principal = '' }) => principal))]
  const rows = placed.map(({ step, depth, startedAt }) => ({
    step,
    indent: '  '.repeat(depth),
    offset: `+${span(startedAt - first)}`,
    took: span(step.durationMs),
    call: printable(principals.length > 1 ? `${step.toolName} by ${step.principal}` : step.toolName),
  }))
  const offsets = widest(rows.map(({ offset }) => offset))
  const times = widest(rows.map(({ took }) => took))
  const calls = Math.min(MAX_WIDTH, widest(rows.map(({ indent, call }) => indent + call)))
  const margin = ' '.repeat(offsets + times + 8)
  const lines = rows.flatMap(({ step, indent, offset, took, call }) => [
    `  ${offset.padStart(offsets)}  ${took.padStart(times)}  ${(indent + call).padEnd(calls)}  ${status(step)}`,
    ...details(step).map((detail) => `${margin}${indent}${printable(detail)}`),
  ])
  return `${[heading(traceId, placed, principals, first), ...lines].join('\n')}\n`
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, { length }) => Math.max(most, length), 0)
}

function heading(traceId: string, placed: readonly Placed[], principals: readonly string[], first: number): string {
  const last = placed.reduce((latest, { step }) => Math.max(latest, Date.parse(step.emittedAt)), first)
  const refused = placed.filter(({ step }) => step.code !== undefined).length
  const role = placed[0]?.step.role
  const by =
    principals.length > 1
      ? `${principals.length} principals`
      : `${principals[0]}${role === undefined ? '' : ` (${role})`}`
  const ended = refused === 0 ? '' : `, ${refused} refused`
  const began = new Date(first).toISOString()
  return printable(
    `Trace ${traceId} by ${by}: ${count(placed.length, 'step')}${ended}, ${span(last - first)} from ${began}`,
  )
}

function status({ statusCode, code }: ExecutionStep): string {
  return code === undefined ? String(statusCode) : `${statusCode} ${printable(code)}`
}

function details(step: ExecutionStep): readonly string[] {
  const { operations = [], violations = [], attempts, replayOf, enforced } = step
  return [
    ...refusal(step),
    ...operations.map(({ kind, target }) => `did ${kind} ${target}`),
    ...violations.map(({ invariant, message }) => `broke ${invariant}: ${message}`),
    ...(attempts === undefined ? [] : [`was run ${attempts} times`]),
    ...(replayOf === undefined ? [] : [`gave the outcome of step ${replayOf} again`]),
    ...(enforced?.lateResult === undefined ? [] : ['its result came too late and was dropped']),
  ]
}

/** Where it was refused, who is to blame and why; a refusal too large to be kept has only its code and stage. */
function refusal({ code, stage, outputs }: ExecutionStep): readonly string[] {
  if (code === undefined) return []
  const error = outputs['error']
  const { blame, message } = isRecord(error) ? error : {}
  const who = typeof blame === 'string' ? `, blame ${blame}` : ''
  const why = typeof message === 'string' ? `: ${message}` : ''
  return [`refused at ${stage ?? 'an unknown stage'}${who}${why}`]
}
