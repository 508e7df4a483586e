import type { Json } from '@surety/tool-contracts/tools'
import { compileCel } from '../../author/cel/cel.ts'
import type { CompiledTool } from '../module.ts'

type Predicate = (input: Json) => boolean

/** Would the tool's preconditions let the input pass? Those written in code are not run, and count as met. */
export function preconditionsOf(tool: CompiledTool): Predicate {
  const expressions = tool.preconditions.flatMap(({ check }) => {
    const compiled = isCel(tool) ? compileCel(check, 'input') : undefined
    return compiled?.ok === true ? [compiled.expression] : []
  })
  return (input) => expressions.every((expression) => expression.evaluate({ input }) === true)
}

/** Would a call with the input wait for an approval? Undefined where only code can tell. */
export function approvalOf(tool: CompiledTool): Predicate | undefined {
  if (tool.approval === 'never') return () => false
  if (tool.approval === 'always') return () => true
  const compiled = isCel(tool) ? compileCel(tool.approval, 'input') : undefined
  if (compiled?.ok !== true) return undefined
  const { expression } = compiled
  return (input) => expression.evaluate({ input }) !== false
}

function isCel({ file }: CompiledTool): boolean {
  return /\.ya?ml$/.test(file)
}
