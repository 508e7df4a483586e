/** Appends numbered entries to a file, by several callers at once, and prints each that was appended: `caller number`. */
import { fileURLToPath } from 'node:url'
import { createJiti } from 'jiti'

const source = fileURLToPath(new URL('../../src/studio/repository/append-line.ts', import.meta.url))
/** @type {typeof import('../../src/studio/repository/append-line.ts')} */
const { appendLine } = await createJiti(import.meta.url, { fsCache: false }).import(source)

const [root = '', path = '', process_ = '', callers = '1', entries = '1', size = '0'] = process.argv.slice(2)

async function caller(/** @type {string} */ name) {
  for (let number = 0; number < Number(entries); number++) {
    const entry = JSON.stringify({ caller: name, number, rest: 'x'.repeat(Number(size)) })
    const appended = await appendLine(root, path, entry, { waitMs: 120_000 })
    if (!appended.ok) throw new Error(`${appended.code}: ${appended.reason}`)
    process.stdout.write(`${name} ${number}\n`)
  }
}

process.stdout.write('ready\n')
await Promise.all(Array.from({ length: Number(callers) }, (_, index) => caller(`${process_}.${index}`)))
