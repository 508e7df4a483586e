// @ts-check
/** What reading modules costs as they grow: all of them cold, again with nothing changed, and one compiled. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'rolldown'

const SIZES = [100, 1000, 10_000]
const CONTRACTS_PER_MODULE = 10
const ROUNDS = 5
const BOUNDS = { list: 100, validate: 5000, compile: 50 }

const surety = fileURLToPath(new URL('../packages/surety', import.meta.url))

/** Built as the package is: only the command has them. */
async function modules() {
  const names = ['catalogue', 'list', 'validate', 'compile']
  const dir = join(surety, 'dist/bench')
  await build({
    input: Object.fromEntries(names.map((name) => [name, join(surety, `src/modules/${name}.ts`)])),
    platform: 'node',
    resolve: { conditionNames: ['@surety/source', 'node', 'import'] },
    external: /^(?!@surety\/)[^./]/,
    output: { dir },
    logLevel: 'silent',
  })
  const loaded = await Promise.all(names.map((name) => import(pathToFileURL(join(dir, `${name}.js`)).href)))
  return Object.assign({}, ...loaded)
}

const { openCatalogue, listModules, validateModules, compileModule } = await modules()

/** @param {string} tool @param {number} index */
const contract = (tool, index) => `version: 1
tool: ${tool}
description: Changes entry ${index} of an account.
contract:
  input_schema:
    type: object
    properties:
      account_id: { type: string, format: uuid }
      amount: { type: integer, minimum: 0, maximum: ${1000 + index} }
      note: { type: string, maxLength: 200 }
    required: [account_id, amount]
    additionalProperties: false
  output_schema:
    type: object
    properties:
      entry_id: { type: string }
      balance: { type: integer }
    required: [entry_id, balance]
    additionalProperties: false
guarantees:
  side_effects: none
  max_output_size: 10kb
  max_execution_time: 5s
capabilities: [READ, WRITE]
semantic_types:
  input: { account_id: uuid }
preconditions:
  - description: There is an amount
    error_code: NO_AMOUNT
    check: input.amount > 0
examples:
  - input: { account_id: 0190163d-8694-739b-aea5-966c26f8ad91, amount: 5 }
`

/** Each module depends on the one before it. @param {string} root @param {number} count */
function generate(root, count) {
  for (let index = 0; index < count / CONTRACTS_PER_MODULE; index++) {
    const folder = join(root, 'modules', `space-${index % 20}`, `module-${index}`)
    const before = index === 0 || index % 50 === 0 ? '[]' : `[space-${(index - 1) % 20}/module-${index - 1}@^1.0.0]`
    mkdirSync(join(folder, 'tools'), { recursive: true })
    writeFileSync(
      join(folder, 'module.yaml'),
      `version: 1\nmodule: space-${index % 20}/module-${index}\nsemver: 1.0.0\ndescription: Module ${index}.\ntools: ["tools/*.yaml"]\ndepends_on: ${before}\n`,
    )
    for (let tool = 0; tool < CONTRACTS_PER_MODULE; tool++)
      writeFileSync(join(folder, 'tools', `${tool}.yaml`), contract(`m${index}.tool_${tool}`, tool))
  }
}

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** @param {() => Promise<unknown>} work */
async function milliseconds(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** @param {() => Promise<unknown>} work */
async function repeated(work) {
  const times = []
  for (let round = 0; round < ROUNDS; round++) times.push(await milliseconds(work))
  return median(times)
}

const startCode = () => {
  throw new Error('No contract here is written in code.')
}

/** @param {number} count */
async function measure(count) {
  const root = mkdtempSync(join(tmpdir(), 'surety-bench-'))
  generate(root, count)
  // What was written a moment ago is read again to be sure.
  await new Promise((resolve) => setTimeout(resolve, 200))
  const catalogue = openCatalogue(root, { startCode })
  try {
    const validate = await milliseconds(async () => {
      const { value } = validateModules(await catalogue.read())
      if (!value.valid) throw new Error(JSON.stringify(value.diagnostics.slice(0, 3)))
    })
    const list = await repeated(async () => listModules(await catalogue.read(), { limit: 1000 }))
    const ref = 'space-0/module-0'
    const compile = await repeated(async () => {
      const answer = await compileModule(await catalogue.read(ref), ref)
      if (!answer.ok) throw new Error(answer.error.message)
    })
    const file = join(root, 'modules', ref, 'tools/0.yaml')
    const change = await repeated(async () => {
      writeFileSync(file, `${contract('m0.tool_0', 0)}# ${Math.random()}\n`)
      validateModules(await catalogue.read())
    })
    return { validate, list, compile, change }
  } finally {
    await catalogue.close()
    rmSync(root, { recursive: true })
  }
}

/** @param {number} value */
const shown = (value) => value.toFixed(1).padStart(9)

await measure(100)
console.log('milliseconds      contracts  validate cold  list warm  compile one warm  validate after one change')
const measured = []
for (const size of SIZES) {
  const { validate, list, compile, change } = await measure(size)
  measured.push({ size, validate, list, compile })
  console.log(
    `${String(size).padStart(27)}      ${shown(validate)}  ${shown(list)}         ${shown(compile)}                  ${shown(change)}`,
  )
}
const [, thousand, most] = measured
if (thousand === undefined || most === undefined) throw new Error('Three sizes are measured.')
console.log(
  `growth from ${thousand.size} to ${most.size} contracts: ${(most.validate / thousand.validate).toFixed(1)} times`,
)
for (const [name, bound] of /** @type {const} */ ([
  ['list', BOUNDS.list],
  ['validate', BOUNDS.validate],
  ['compile', BOUNDS.compile],
]))
  console.log(`${name}: ${most[name].toFixed(1)} ms of at most ${bound}: ${most[name] <= bound ? 'kept' : 'NOT KEPT'}`)
