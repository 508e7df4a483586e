// @ts-check
import { createToolDependencyGraph, registerToolContract } from '@surety/tool-contracts'
import { z } from 'zod'

// What validate() costs as graphs grow, beside a bare walk that looks every dependency up once: a lookup among 100,000
// names takes longer than among 10,000, so ten times the tools take more than ten times as long in either.
const SMALL = 10_000
const LARGE = 100_000
const EDGES_PER_TOOL = 4
const ROUNDS = 25
const BOUND = 12

const schema = z.object({})

/**
 * A graph of `size` tools of which each one needs those that `needs` names.
 * @param {number} size
 * @param {(index: number) => number[]} needs
 */
function build(size, needs) {
  const graph = createToolDependencyGraph()
  for (let index = 0; index < size; index++) {
    registerToolContract(graph, {
      toolName: `tool.${index}`,
      description: 'A tool',
      inputSchema: schema,
      outputSchema: schema,
      dependencies: needs(index).map((needed) => `tool.${needed}`),
      capabilities: ['READ'],
    })
  }
  return graph
}

/**
 * Mulberry32: the same graphs on every run.
 * @param {number} seed
 */
function random(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** @type {Record<string, (size: number) => ReturnType<typeof build>>} */
const SHAPES = {
  chain: (size) => build(size, (index) => (index + 1 < size ? [index + 1] : [])),
  random: (size) => {
    const next = random(size)
    return build(size, (index) => {
      const needed = new Set()
      // Tools need earlier ones only, so nothing is circular.
      while (needed.size < Math.min(index, EDGES_PER_TOOL)) needed.add(Math.floor(next() * index))
      return [...needed]
    })
  },
}

/** @param {number[]} times */
function median(times) {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN
}

/** @type {Record<string, (graph: ReturnType<typeof build>) => boolean>} */
const TASKS = {
  validate: (graph) => graph.validate().length === 0,
  'bare walk': ({ tools, dependencies }) => {
    for (const needed of dependencies.values()) for (const name of needed) if (!tools.has(name)) return false
    return true
  },
}

/** As many small graphs as make one large one take turns, so that none is warmer in the caches than the large one. */
const cases = Object.entries(SHAPES).flatMap(([shape, make]) => {
  const small = Array.from({ length: LARGE / SMALL }, () => make(SMALL))
  const large = [make(LARGE)]
  return Object.entries(TASKS).map(([name, task]) => ({
    name: `${shape}, ${name}`,
    small: { graphs: small, task, times: /** @type {number[]} */ ([]) },
    large: { graphs: large, task, times: /** @type {number[]} */ ([]) },
  }))
})

/**
 * @param {ReturnType<typeof build>[]} graphs
 * @param {(graph: ReturnType<typeof build>) => boolean} task
 */
function millisecondsPerGraph(graphs, task) {
  const start = performance.now()
  for (const graph of graphs) if (!task(graph)) throw new Error('The graph is not valid.')
  return (performance.now() - start) / graphs.length
}

for (let round = 0; round <= ROUNDS; round++) {
  for (const { graphs, task, times } of cases.flatMap(({ small, large }) => [small, large])) {
    const took = millisecondsPerGraph(graphs, task)
    if (round > 0) times.push(took)
  }
}

const rows = cases.map(({ name, small, large }) => {
  const ratio = median(large.times) / median(small.times)
  return { name, small: median(small.times), large: median(large.times), ratio, ok: ratio <= BOUND }
})

console.log(`median of ${ROUNDS} rounds; goal ${BOUND}x`)
console.log('                    10,000 tools   100,000 tools   ratio')
for (const { name, small, large, ratio, ok } of rows) {
  const cells = [
    `${small.toFixed(2)} ms`.padStart(12),
    `${large.toFixed(2)} ms`.padStart(15),
    `${ratio.toFixed(1)}x`.padStart(7),
  ]
  console.log(`${name.padEnd(19)} ${cells.join(' ')}   ${ok ? 'ok' : 'over'}`)
}
if (rows.some(({ name, ok }) => name.endsWith('validate') && !ok)) process.exitCode = 1
