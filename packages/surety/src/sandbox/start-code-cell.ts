import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { Cell } from './cell.ts'
import { codePlan } from './habitat/code-plan.ts'
import { type CodeView, layOutView } from './habitat/code-view.ts'
import { KERNEL_CONTROLS } from './habitat/contained-habitat.ts'
import type { Habitat } from './habitat/habitat.ts'
import { launcherFile } from './system/launcher.ts'
import { DEVICES } from './habitat/mount-plan.ts'
import { mounts } from './system/mounts.ts'
import { withReal } from './habitat/needs.ts'
import { powers } from './system/powers.ts'
import { required } from './system/programs.ts'
import { RunningCell } from './running-cell.ts'
import { layOutDevices } from './habitat/scratch-layout.ts'
import { makeScratch, removeScratch } from './scratch.ts'
import { isTaken } from './start-cell.ts'

/** The same on every machine, so that what code answers does not depend on who asks it. */
const ENVIRONMENT = { PATH: '/usr/bin:/bin', HOME: '/nonexistent', LANG: 'C.UTF-8', TZ: 'UTC', NO_COLOR: '1' }

/** Starts code that nobody trusts: it sees its view and the system's programs, can write nowhere, and reaches nobody. */
export async function startCodeCell(command: readonly string[], view: CodeView, memoryBytes: number): Promise<Cell> {
  const native = launcherFile()
  if (native === undefined) throw new Error('The sandbox has no launcher for this machine.')
  const homes = [homedir(), userInfo().homedir].flatMap((home) => withReal(home).slice(1))
  const hidden = [...view.hidden, ...homes.filter((home) => !isTaken(home))]
  const taken = view.hidden.find(isTaken)
  if (taken !== undefined) throw new Error(`${taken} cannot be hidden from code: move what it holds to its own folder.`)
  const scratch = makeScratch([])
  try {
    return await RunningCell.start(habitatOf(scratch, native, command, { ...view, hidden }), [], { memoryBytes })
  } catch (error) {
    await removeScratch(scratch)
    throw error
  }
}

function habitatOf(scratch: string, native: string, command: readonly string[], view: CodeView): Habitat {
  const devices = DEVICES.filter((name) => existsSync(`/dev/${name}`))
  mkdirSync(join(scratch, 'dev/shm'), { recursive: true })
  writeFileSync(join(scratch, 'nothing'), '')
  layOutDevices(scratch, devices)
  const controls = KERNEL_CONTROLS.map((name) => join('/proc', name)).filter((one) => existsSync(one))
  const plan = codePlan({ scratch, ...layOutView(scratch, view), controls, devices, mounts: mounts() })
  writeFileSync(join(scratch, 'fstab'), plan)
  return {
    scratch,
    contained: true,
    online: false,
    trees: [],
    cwd: view.folder,
    command,
    setup: undefined,
    env: ENVIRONMENT,
    native,
    ...powers(native, false),
    mounting: { mount: required('mount'), network: 'none', scratch, trees: [] },
    mountPoints: [],
    resolvers: [],
  }
}
