// @ts-check
import { createToolDependencyGraph, registerToolContract } from '@surety/tool-contracts'
import { z } from 'zod'

// What validate() costs as graphs grow. Names become integers as tools are registered; that is not part of the time.
const SIZES = /** @type {const} */ ([10_000, 100_000])
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

const cases = Object.entries(SHAPES).flatMap(([shape, make]) =>
  SIZES.map((size) => ({ shape, size, graph: make(size), times: /** @type {number[]} */ ([]) })),
)

for (let round = 0; round <= ROUNDS; round++) {
  for (const { graph, times } of cases) {
    const start = performance.now()
    const problems = graph.validate()
    const took = performance.now() - start
    if (problems.length > 0) throw new Error(problems[0])
    if (round > 0) times.push(took)
  }
}

const rows = Object.keys(SHAPES).map((shape) => {
  const [small, large] = SIZES.map((size) =>
    median(cases.find((one) => one.shape === shape && one.size === size)?.times ?? []),
  )
  const ratio = (large ?? Number.NaN) / (small ?? Number.NaN)
  return { shape, small, large, ratio, ok: ratio <= BOUND }
})

console.log(`validate(), median of ${ROUNDS} rounds; bound ${BOUND}x`)
console.log('shape    10,000 tools   100,000 tools   ratio')
for (const { shape, small, large, ratio, ok } of rows) {
  const cells = [
    `${small?.toFixed(2)} ms`.padStart(12),
    `${large?.toFixed(2)} ms`.padStart(15),
    `${ratio.toFixed(1)}x`.padStart(7),
  ]
  console.log(`${shape.padEnd(8)} ${cells.join(' ')}   ${ok ? 'ok' : 'over'}`)
}
if (rows.some(({ ok }) => !ok)) process.exitCode = 1
