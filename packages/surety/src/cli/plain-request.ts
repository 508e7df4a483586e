import { availableParallelism } from 'node:os'
import type { TestRequest } from '../run/request/request.ts'
import { Stop } from '../run/request/stop.ts'
import type { Io, Parsed } from './command.ts'
import { folderOf } from './folder-of.ts'
import { givenToServer } from './server-options.ts'
import { withoutLayers } from './without-layers.ts'

/** Everything in `dir`, judged as it stands. */
export function plainRequest(parsed: Parsed, io: Io): TestRequest {
  return {
    dir: folderOf(parsed.operands[0] ?? '.', io.cwd, OF_SURETY),
    origin: [],
    configFile: undefined,
    toolsDir: undefined,
    contracts: [],
    tools: [],
    strict: false,
    explore: false,
    seed: 1,
    input: undefined,
    workers: availableParallelism(),
    url: undefined,
    command: parsed.command,
    ...givenToServer(parsed, io),
    require: [],
    without: withoutLayers(io.env),
    suretyVersion: io.version,
    stop: new Stop(),
    calledAs: io.calledAs,
  }
}

const OF_SURETY = "Give the folder of surety.yaml, and the server's command behind `--`."
