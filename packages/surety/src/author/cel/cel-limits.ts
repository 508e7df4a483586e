import type { ASTNode } from '@marcbachmann/cel-js'
import { compilePattern } from '../schema/pattern.ts'

const MACROS = new Set(['all', 'exists', 'exists_one', 'map', 'filter'])
const MAX_NESTED = 2

/** What an expression does that a contract may not, as a reason. */
export function celLimit(root: ASTNode): string | undefined {
  if (macroDepth(root) > MAX_NESTED) return `it nests macros more than ${MAX_NESTED} deep`
  return callsOf(root, 'matches')
    .map(patternFault)
    .find((fault) => fault !== undefined)
}

/** Could it take long: does it walk lists or match patterns? */
export function isHeavy(root: ASTNode): boolean {
  return macroDepth(root) > 0 || callsOf(root, 'matches').length > 0
}

/** The fields of `input` or `output` that `has()` asks for, which the type check passes over. */
export function fieldsTested(root: ASTNode): readonly ASTNode[] {
  return callsOf(root, 'has')
    .flatMap(argumentsOf)
    .filter((field) => ['input', 'output'].includes(rootName(field)))
}

function patternFault(call: ASTNode): string | undefined {
  const pattern = argumentsOf(call).at(-1)
  if (pattern?.op !== 'value' || typeof pattern.args !== 'string') return '`matches` takes a literal pattern only'
  try {
    compilePattern(pattern.args)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'its pattern cannot be read'
  }
}

function macroDepth(node: ASTNode): number {
  const own = node.op === 'rcall' && MACROS.has(node.args[0]) && node.args[2].length > 1 ? 1 : 0
  return own + Math.max(0, ...childrenOf(node).map(macroDepth))
}

function callsOf(node: ASTNode, name: string): readonly ASTNode[] {
  const isCall = (node.op === 'call' || node.op === 'rcall') && node.args[0] === name
  return [...(isCall ? [node] : []), ...childrenOf(node).flatMap((child) => callsOf(child, name))]
}

function argumentsOf(call: ASTNode): readonly ASTNode[] {
  if (call.op === 'call') return call.args[1]
  return call.op === 'rcall' ? call.args[2] : []
}

function rootName(node: ASTNode): string {
  if (node.op === 'id') return node.args
  const [first] = childrenOf(node)
  return first === undefined ? '' : rootName(first)
}

function childrenOf(node: ASTNode): readonly ASTNode[] {
  return [node.args].flat(3).filter(isNode)
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value
}
