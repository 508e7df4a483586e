import { ContractError, type DeclaredToolContract } from '../contract/contract.ts'
import { declare } from '../contract/declare.ts'
import { findCycles } from './cycles.ts'
import { toDot, toMermaid } from './diagram.ts'
import { orderTools } from './order.ts'
import { validateGraph } from './validate.ts'

/** The registered tools and which of them need which; the two Maps are the truth, whoever filled them. */
export interface ToolDependencyGraph {
  readonly tools: Map<string, DeclaredToolContract>
  readonly dependencies: Map<string, Set<string>>
  /** Every circular and every missing dependency; empty means valid. */
  validate(): string[]
  /** The shortest cycle through the first tool of each circular group, as `['a', 'b', 'a']`. */
  cycles(): readonly (readonly string[])[]
  /** Dependencies before dependents, otherwise as registered; throws what validate() says if that is impossible. */
  order(): readonly string[]
  /** Who needs the tool directly, in registration order. */
  dependents(toolName: string): readonly string[]
  toMermaid(): string
  toDot(): string
}

/** The two Maps of a graph, for those who only read them. Anybody may fill them, so they need not agree. */
export interface ReadonlyToolGraph {
  readonly tools: ReadonlyMap<string, DeclaredToolContract>
  readonly dependencies: ReadonlyMap<string, ReadonlySet<string>>
}

export function createToolDependencyGraph(): ToolDependencyGraph {
  const tools = new Map<string, DeclaredToolContract>()
  const dependencies = new Map<string, Set<string>>()
  const graph: ReadonlyToolGraph = { tools, dependencies }
  return {
    tools,
    dependencies,
    validate: () => validateGraph(graph),
    cycles: () => findCycles(graph),
    order: () => orderTools(graph),
    dependents: (toolName) => [...tools.keys()].filter((name) => dependencies.get(name)?.has(toolName)),
    toMermaid: () => toMermaid(graph),
    toDot: () => toDot(graph),
  }
}

/** Adds a valid contract under a new name; otherwise throws ContractError and leaves the graph as it was. */
export function registerToolContract(graph: ToolDependencyGraph, contract: DeclaredToolContract): void {
  const { toolName, dependencies } = declare(contract)
  if (graph.tools.has(toolName)) {
    throw new ContractError(`The contract of ${JSON.stringify(toolName)}`, [`'${toolName}' is registered already.`])
  }
  graph.tools.set(toolName, contract)
  graph.dependencies.set(toolName, new Set(dependencies))
}
