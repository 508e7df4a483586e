import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { count, list } from '../judge/words.ts'
import { printable } from '../report/printable.ts'
import type { TestRequest } from '../run/request/request.ts'
import { Stop } from '../run/request/stop.ts'
import { EXIT, type Io } from './command.ts'
import { endInOrder } from './interruption.ts'
import { projectFiles, settledChange } from './project-changes.ts'
import type { Tested } from './test.ts'

interface Surroundings {
  readonly io: Io
  /** The folder that is watched. */
  readonly root: string
  /** Files that the run itself writes. */
  readonly written: readonly string[]
}

/** Tests once, and then again each time a file changes, until a signal ends it: a changed contract its tool, anything else all. */
export async function testAgain(
  asked: TestRequest,
  once: (request: TestRequest) => Promise<Tested>,
  { io, root, written }: Surroundings,
): Promise<number> {
  const toolOf = new Map<string, string>()
  const end = new Stop()
  let tools = asked.tools
  for (;;) {
    const before = await projectFiles(root, written)
    const { code, report } = await once({ ...asked, tools, stop: new Stop() })
    if (code === EXIT.interrupted) return code
    for (const { tool, contract } of report?.tools ?? []) if (contract !== null) toolOf.set(join(root, contract), tool)
    endInOrder(() => end.ask('interrupted'))
    io.err('Waiting for a file to change; Ctrl-C ends.\n')
    const changed = await settledChange(root, written, before, end)
    if (changed === undefined) return EXIT.interrupted
    tools = affected(changed, toolOf, asked.tools)
    const names = changed.map((file) => relative(root, file))
    const which = tools.length === 0 ? 'all tools' : list(tools)
    io.err(`${printable(`${count(changed.length, 'file')} changed: ${list(names)}. Testing ${which}.`)}\n`)
  }
}

/** A contract may have been given to another tool. */
function stillNamed(file: string, tool: string | undefined): string | undefined {
  if (tool === undefined || !existsSync(file)) return undefined
  return readFileSync(file, 'utf8').includes(tool) ? tool : undefined
}

/** Those whose contract changed, if nothing else did; none = all. */
function affected(
  changed: readonly string[],
  toolOf: ReadonlyMap<string, string>,
  asked: readonly string[],
): readonly string[] {
  const tools = changed.map((file) => stillNamed(file, toolOf.get(file)))
  const known = tools.filter((tool) => tool !== undefined)
  const wanted = known.filter((tool) => asked.length === 0 || asked.includes(tool))
  return known.length < tools.length || wanted.length === 0 ? asked : [...new Set(wanted)]
}
