import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { TestRequest } from '../run/request.ts'
import { type Io, type Parsed, UsageError } from './command.ts'
import { withoutLayers } from './without-layers.ts'

/** Everything in `dir`, judged as it stands. */
export function plainRequest(parsed: Parsed, io: Io): TestRequest {
  return {
    dir: folderOf(parsed.operands[0] ?? '.', io.cwd),
    origin: [],
    configFile: undefined,
    tools: [],
    strict: false,
    explore: false,
    seed: 1,
    input: undefined,
    workers: availableParallelism(),
    url: undefined,
    command: parsed.command,
    require: [],
    without: withoutLayers(io.env),
    surety: io.version,
  }
}

function folderOf(name: string, cwd: string): string {
  const folder = resolve(cwd, name)
  const kind = statSync(folder, { throwIfNoEntry: false })
  if (kind === undefined) throw new UsageError(`There is no folder ${JSON.stringify(name)}.`)
  if (kind.isDirectory()) return folder
  throw new UsageError(
    `${JSON.stringify(name)} is not a folder. Give the folder of surety.yaml, and the server's command behind \`--\`.`,
  )
}
