import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { LABS } from '../packages/surety/src/store/engines.test-data.ts'
import { openStore } from '../packages/surety/src/store/store.ts'
import { surety } from './cli-lab.ts'
import { withHost } from './store-lab.ts'

const ROOT = resolve(import.meta.dirname, '..')
const PAGE = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')

// Inside node_modules, so that the code resolves packages as a user's does.
mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true })
const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/surety-operations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function blocks(language: string): readonly string[] {
  return [...PAGE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, tag, text = '']) =>
    tag === language ? [text] : [],
  )
}

it('the commands of docs/operations.md work in the order in which they stand, on the record that its code makes', () => {
  // The code as it stands is valid JavaScript.
  writeFileSync(join(folder, 'host.mjs'), blocks('ts').join('\n'))
  writeFileSync(join(folder, 'surety.yaml'), blocks('yaml').join('\n'))
  const said = execFileSync(process.execPath, ['host.mjs'], { cwd: folder, encoding: 'utf8' })
  const [, id = ''] = /approvalId: '(apr_\w+)'/.exec(said) ?? []
  const trace = said.trim().split('\n').at(-1) ?? ''
  expect(said).toContain(`approveWith: 'surety approvals approve ${id}'`)
  const PATH = `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`
  const env = { ...process.env, PATH, ID: id, TRACE: trace }
  const out = execFileSync('bash', ['-euo', 'pipefail', '-c', blocks('sh').join('\n')], {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  })
  expect(out).toContain(`Trace ${trace} by ada (clerk): 1 step, 1 refused`)
  expect(out).toMatch(/pay +428 APPROVAL_REQUIRED/)
  expect(out).toContain(`Approved pay of ada (${id})`)
  expect(out).toContain('Revoked the token of "ci"')
  expect(out).toContain('Every chain is whole, and everything up to the head is there.')
  expect(out).not.toContain('visa-4111')
})

it('a copy of a SQLite store that is in use, with its key, is whole and knows the calls made before', async () => {
  const lab = LABS.find(({ engine }) => engine === 'SQLite')?.start()
  const file = join(folder, 'live', 'surety.db')
  const store = await openStore(`sqlite:${file}`)
  const keyed = { principal: 'ada', idempotencyKey: 'k' }
  const first = await withHost(`sqlite:${file}`, (call) => call('wire', { to: 'x', amount: 5 }, keyed))
  const head = await store.audit.head()
  const copy = join(folder, 'copy.db')
  lab?.tamper(`sqlite:${file}`, `vacuum into '${copy}'`)
  lab?.end()
  copyFileSync(`${file}.key`, `${copy}.key`)
  await store.close()
  const verified = await surety(['audit', 'verify', '--head', head, '--store', `sqlite:${copy}`], { cwd: folder })
  expect(verified).toMatchObject({ code: 0, err: '' })
  const again = await withHost(`sqlite:${copy}`, async (call, { journal }) => {
    const { traceId } = await call('wire', { to: 'x', amount: 5 }, keyed)
    return journal.trace(traceId)
  })
  expect(again).toMatchObject([{ statusCode: 200, replayOf: first.stepId }])
  rmSync(`${copy}.key`)
  const withoutKey = await withHost(`sqlite:${copy}`, (call) => call('wire', { to: 'x', amount: 5 }, keyed))
  expect(withoutKey).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  const later = await withHost(`sqlite:${file}`, async (call, { audit }) => {
    await call('wire', { to: 'x', amount: 6 })
    return audit.head()
  })
  const older = await surety(['audit', 'verify', '--head', later, '--store', `sqlite:${copy}`], { cwd: folder })
  expect(older).toMatchObject({ code: 1, out: expect.stringContaining('Nothing in this store ends in the head') })
})
