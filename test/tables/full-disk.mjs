/** Prints how inserts end before, while and after the disk of their table is full, and how many rows there are. */
import { rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { createTableTools, sqliteStore } from '@surety/tables'

const folder = process.argv[2] ?? ''
const file = `${folder}/tables.db`
const store = sqliteStore(file)
const [tool] = await createTableTools({
  config: {
    version: '1.0.0',
    tables: [
      {
        tableName: 'notes',
        toolId: 'add-note',
        displayName: 'Note',
        description: 'Adds a note.',
        fields: [{ name: 'text', label: 'Text', dataType: 'text', required: true }],
      },
    ],
  },
  store,
})

let stored = 0
async function call() {
  const result = await tool?.execute({ text: 'x'.repeat(9000) })
  if (result?.success) stored += 1
  return result?.success ? 'ok' : result?.error.details?.code
}

const before = await call()
const ballast = `${folder}/ballast`
for (let size = 2 ** 20; size >= 512; size /= 2) fill(size)
const whileFull = []
for (let made = 0; made < 20; made += 1) whileFull.push(await call())
rmSync(ballast)
const after = await call()
await store.close()
const [row] = new DatabaseSync(file).prepare('select count(*) as rows from notes').all()
console.log(JSON.stringify({ before, whileFull, after, stored, rows: row?.rows }))

/** Takes that much of the disk, if there is that much. @param {number} size */
function fill(size) {
  try {
    writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' })
  } catch {
    // There is less.
  }
}
