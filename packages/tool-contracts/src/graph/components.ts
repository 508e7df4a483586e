import type { ReadonlyToolGraph } from './graph.ts'

/** The position of a tool whose component is complete: behind all others. */
const COMPLETE = Infinity

/**
 * The strongly connected components that have a cycle: several tools that all need each other, or one that needs itself.
 * Gabow's path-based algorithm, linear in tools and dependencies, without recursion: a chain of any length fits.
 */
export function circularComponents({ dependencies }: ReadonlyToolGraph): readonly (readonly string[])[] {
  const circular: (readonly string[])[] = []
  /** The tools visited whose component is not complete yet, and the position of each visited tool in this list. */
  const open: string[] = []
  const positions = new Map<string, number>()
  /** Where in `open` each component starts, as far as it is known. */
  const starts: number[] = []
  /** What is left to do, last first: visit the tool of this name, or leave the tool at this position. */
  const pending: (string | number)[] = []

  const visit = (name: string): void => {
    const known = positions.get(name)
    if (known !== undefined) {
      // A way back to an open tool: all that was visited since belongs to its component.
      while ((starts.at(-1) ?? 0) > known) starts.pop()
      return
    }
    const position = open.push(name) - 1
    positions.set(name, position)
    starts.push(position)
    pending.push(position)
    for (const needed of dependencies.get(name) ?? []) pending.push(needed)
  }
  const leave = (position: number): void => {
    if (starts.at(-1) !== position) return
    starts.pop()
    const component = open.splice(position)
    for (const name of component) positions.set(name, COMPLETE)
    if (component.length > 1 || component.some((name) => dependencies.get(name)?.has(name))) circular.push(component)
  }

  for (const root of dependencies.keys()) {
    pending.push(root)
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (typeof next === 'string') visit(next)
      else leave(next)
    }
  }
  return circular
}
