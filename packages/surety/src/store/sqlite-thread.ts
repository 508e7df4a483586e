import { parentPort, workerData } from 'node:worker_threads'
import { RowError } from './database.ts'
import { createEngine } from './engine.ts'
import { preparation } from './migrate.ts'
import type { Answer, Question, SqlitePlace } from './remote-engine.ts'
import { sqliteDatabase } from './sqlite-database.ts'

/** The thread that has the connection: one question at a time, as they come. */
const { file, mustExist }: SqlitePlace = workerData
const engine = createEngine(sqliteDatabase(file, preparation(mustExist)))
let last: Promise<void> = Promise.resolve()

parentPort?.on('message', (question: Question) => {
  last = last.then(async () => parentPort?.postMessage(await answerTo(question)))
})

async function answerTo({ id, method, parameters }: Question): Promise<Answer> {
  try {
    return { id, value: await Reflect.apply(engine[method], undefined, parameters) }
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    return { id, failure, isRow: error instanceof RowError }
  }
}
