import { realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import type { Cell, CellOptions } from './cell.ts'
import { containedHabitat } from './habitat/contained-habitat.ts'
import { copiedHabitat } from './habitat/copied-habitat.ts'
import type { Habitat } from './habitat/habitat.ts'
import { launcherFile } from './system/launcher.ts'
import { commandFile } from './system/programs.ts'
import { RunningCell } from './running-cell.ts'
import { makeScratch, removeScratch } from './scratch.ts'
import { straceCommand } from './trace/strace-command.ts'
import { isUnder } from './files/trees.ts'

/**
 * Folders that are the sandbox's own matter, or hold the programs around the server: no project or home that a server may
 * write to can be one of them or hold one.
 */
const TAKEN = `
  /tmp /dev /proc /sys /run /etc /bin /sbin /lib /lib64 /usr/bin /usr/sbin /usr/lib /usr/lib64 /nix`
  .trim()
  .split(/\s+/)

/** Starts a server in a sandbox of its own, after the set-up command if there is one. */
export async function startCell(options: CellOptions): Promise<Cell> {
  const { layers, command, setup, network, resolve, env: declared } = options
  const project = realFolder(options.project, 'project')
  if (isTaken(project)) {
    throw new Error(
      `The project is ${project}, which cannot be protected from its server: move it to a folder of its own.`,
    )
  }
  const cwd = realFolder(options.cwd, 'working directory')
  const home = homeFolder()
  const scratch = makeScratch(home === undefined ? [project] : [project, home])
  try {
    const spy = options.spy && layers.L3.works
    const native = launcherFile()
    const place = { scratch, project, cwd, home, command, setup, declared, network, resolve, spy, native }
    const habitat =
      layers.L1.works && native !== undefined ? containedHabitat({ ...place, native }) : await copiedHabitat(place)
    refuseMissing(habitat.command, habitat)
    if (habitat.setup !== undefined) refuseMissing(habitat.setup, habitat)
    const tracer = options.trace && layers.L2.works ? straceCommand(habitat.online) : []
    return await RunningCell.start(habitat, tracer, options)
  } catch (error) {
    await removeScratch(scratch)
    throw error
  }
}

/** Is the folder one of the sandbox's own, or does it hold one? */
export function isTaken(folder: string): boolean {
  return TAKEN.some((one) => isUnder(one, folder))
}

function refuseMissing([first = '']: readonly string[], { cwd, env }: Habitat): void {
  if (commandFile(first, cwd, env['PATH'] ?? '') !== undefined) return
  const where = first.includes('/') ? `from ${cwd}` : 'on PATH'
  const [program = '', ...words] = first.trim().split(/\s+/)
  const advice =
    words.length === 0
      ? "Check the server's command."
      : `It is taken for the name of one program. In surety.yaml write \`command: ${program}\` and \`args: [${words.join(', ')}]\`, behind \`--\` the words without quotes around them all.`
  throw new Error(`Cannot start "${first}": there is no such program ${where}. ${advice}`)
}

function realFolder(path: string, what: string): string {
  try {
    if (statSync(path).isDirectory()) return realpathSync(path)
  } catch {
    // Said below.
  }
  throw new Error(`The ${what} ${path} is not a folder.`)
}

/** The caller's home, unless it has none worth protecting. */
function homeFolder(): string | undefined {
  try {
    const home = realpathSync(homedir())
    return isTaken(home) || !statSync(home).isDirectory() ? undefined : home
  } catch {
    return undefined
  }
}
