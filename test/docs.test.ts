import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { bind } from '../packages/surety/src/author/bind.ts'
import { readContract } from '../packages/surety/src/author/read-contract.ts'

const ROOT = resolve(import.meta.dirname, '..')
const PAGES = [
  ...pagesIn(ROOT),
  ...pagesIn(join(ROOT, 'docs')),
  ...pagesIn(join(ROOT, 'packages/tool-contracts')),
  ...pagesIn(join(ROOT, 'packages/surety')),
  ...pagesIn(join(ROOT, 'packages/tables')),
]

// Inside node_modules, so that the blocks resolve packages as a user's code does.
mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true })
const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/surety-docs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const blocks = PAGES.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```(?:ts|js)\n([\s\S]*?)^```$/gm)].map(([, code = ''], index) => ({
    name: `${relative(ROOT, page)} block ${index + 1}`,
    file: `${relative(ROOT, page).replaceAll(/\W+/g, '-')}-${index + 1}`,
    code,
  })),
)

it('the code blocks of the documentation compile', () => {
  for (const { file, code } of blocks) writeFileSync(join(folder, `${file}.ts`), code)
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    outDir: 'out',
    skipLibCheck: true,
    types: ['node'],
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  expect(blocks.length).toBeGreaterThan(0)
  expect(run([join(ROOT, 'node_modules/typescript/bin/tsc')])).toBe('')
})

it.each(blocks)('$name runs', ({ file }) => {
  run([join('out', `${file}.js`)])
})

/** What the servers of the contracts in the documentation would list. */
const INPUTS: Readonly<Record<string, object>> = {
  create_invoice: {
    type: 'object',
    properties: {
      customer_id: { type: 'string' },
      card_number: { type: 'string' },
      lines: {
        type: 'array',
        items: { type: 'object', properties: { product_id: { type: 'string' }, qty: { type: 'integer' } } },
      },
    },
    required: ['customer_id', 'lines'],
  },
}

const contracts = PAGES.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```yaml\n(version: 1\ntool: (\w+)[\s\S]*?)^```$/gm)].map(
    ([, text = '', tool = '']) => ({ page: relative(ROOT, page), tool, text }),
  ),
)

it('the documentation has contracts', () => {
  expect(contracts.map(({ tool }) => tool)).toEqual(expect.arrayContaining(['create_invoice', 'fetch_user']))
})

it.each(contracts)('the contract of $tool in $page is valid as it stands', async ({ tool, text }) => {
  const read = readContract(text, { path: join(folder, `${tool}.yaml`), file: `${tool}.yaml` })
  if (!read.ok) return expect(read.problems).toEqual([])
  const { contract } = read
  const { input, problems } = bind(contract, { inputSchema: INPUTS[tool] })
  expect(problems).toEqual([])
  for (const example of [...contract.tests, ...contract.examples]) {
    expect(input?.parse(example.input)).not.toMatchObject({ ok: false })
    for (const { holds } of contract.preconditions) expect(await holds(example.input)).toBe(true)
  }
})

it('every file that the documentation links to exists', () => {
  const missing = PAGES.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map(([, link = '']) => resolve(page, '..', link))
      .filter((file) => !exists(file)),
  )
  expect(missing).toEqual([])
})

function run(args: readonly string[]): string {
  try {
    return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).slice(0, 0)
  } catch (error) {
    return expect.unreachable(Object(error).stdout + Object(error).stderr)
  }
}

function exists(file: string): boolean {
  return readdirSync(resolve(file, '..'), { withFileTypes: true }).some(
    ({ name }) => resolve(file, '..', name) === file,
  )
}

function pagesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return folder === ROOT || entry.name === 'node_modules' || entry.name === 'dist' ? [] : pagesIn(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}
