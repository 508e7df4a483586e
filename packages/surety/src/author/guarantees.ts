import type { Guarantees } from './contract-file.ts'
import { record } from './yaml/mapping.ts'
import { network } from './config/network.ts'
import { type Reader, flag, listOf, oneOf } from './yaml/reader.ts'
import { duration, glob, size } from './yaml/texts.ts'
import { toolName } from './yaml/visible-name.ts'

const fields = record({
  deterministic: flag,
  side_effects: oneOf(['none', 'filesystem']),
  writes: listOf(glob),
  network: network(['none', 'any']),
  max_output_size: size,
  max_execution_time: duration,
  memory: size,
  dependencies: listOf(toolName),
})

/** Every path that a tool changes is held against all of them. */
const MAX_WRITES = 10_000

export const guarantees: Reader<Guarantees> = {
  read(entry) {
    const read = fields.read(entry)
    if (read === undefined) return undefined
    const { side_effects: sideEffects, writes = [] } = read
    const length = writes.join('').length
    if (length > MAX_WRITES) {
      const message = `'guarantees.writes' has ${length} characters; at most ${MAX_WRITES} are read.`
      entry.at('writes').say(message, 'Name whole folders: data/**.')
    }
    if (sideEffects === 'none' && writes.length > 0) {
      entry
        .at('writes')
        .say(
          "'guarantees.writes' names paths, but 'side_effects' is none.",
          'Keep one of them: `writes` alone allows these paths, and no temporary files.',
        )
    }
    return {
      deterministic: read.deterministic,
      sideEffects,
      writes,
      network: read.network,
      maxOutputBytes: read.max_output_size,
      maxExecutionMs: read.max_execution_time,
      memoryBytes: read.memory,
      dependencies: read.dependencies,
    }
  },
  schema: fields.schema,
}

/** What holds of a contract that guarantees nothing. */
export const NO_GUARANTEES: Guarantees = {
  deterministic: undefined,
  sideEffects: undefined,
  writes: [],
  network: undefined,
  maxOutputBytes: undefined,
  maxExecutionMs: undefined,
  memoryBytes: undefined,
  dependencies: undefined,
}
