import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment } from './environment.ts'
import type { Habitat, HabitatOptions } from './habitat.ts'
import { channelCheck } from './launch-script.ts'
import { DEVICES, channelPlan, inScratch, lockedAt, mountPlan, topsUnderCovers, volumesIn } from './mount-plan.ts'
import { mounts } from '../system/mounts.ts'
import { callerNeeds, needs, programNeeds } from './needs.ts'
import { Forwarder } from '../network/forwarder.ts'
import { canBeLayered, powers } from '../system/powers.ts'
import { required } from '../system/programs.ts'
import { layOut, layOutMountPoint, layOutResolver } from './scratch-layout.ts'
import { secrets } from './secrets.ts'
import { channels } from './channels.ts'
import { type Tree, innermostFirst, isUnder } from '../files/trees.ts'

/** Ways from a root's /proc to the whole machine. */
export const KERNEL_CONTROLS: readonly string[] = ['sys', 'sysrq-trigger', 'irq', 'bus', 'fs']
const SPY_LOG = '/dev/surety-spy'

/** A namespace of its own: project and home copy-on-write, /tmp private, secrets masked, all else read-only. */
export function containedHabitat(options: HabitatOptions & { readonly native: string }): Habitat {
  const { scratch, project, home, cwd, command, setup, native } = options
  const env = environment(options.declared, { TMPDIR: '/tmp' }, options.spy ? SPY_LOG : undefined)
  const roots = [...new Set([project, ...(home === undefined ? [] : [home])])].toSorted((a, b) => a.length - b.length)
  const searched = env['PATH'] ?? ''
  const tops = topsUnderCovers([...roots, ...needs(options, searched)]).filter((top) => !roots.includes(top))
  const mountPoints = [...tops, ...roots.filter((root) => !tops.some((top) => isUnder(root, top)))].filter(
    (point) => inScratch(scratch, point) !== point,
  )
  const devices = DEVICES.filter((name) => existsSync(`/dev/${name}`))
  const mounted = mounts()
  const volumes = volumesIn(roots, mounted).filter((path) => existsSync(path))
  layOut(scratch, roots, devices)
  volumes.forEach((volume, index) => layOutMountPoint(volume, join(scratch, `volume${index}`)))
  for (const point of mountPoints) layOutMountPoint(point, inScratch(scratch, point))
  const forwarder = forwarderFor(options)
  const network = options.network === true ? 'machine' : forwarder === undefined ? 'none' : 'declared'
  const resolver = layOutResolver(scratch, network)
  const masked = secrets(home, project, callerNeeds(project), programNeeds(options, searched))
  const isSeen = (path: string) =>
    inScratch(scratch, path) === path || [...tops, ...roots].some((shown) => isUnder(path, shown))
  const maskedFolders = masked.folders.filter(isSeen)
  const isOpen = (path: string) => isSeen(path) && !maskedFolders.some((folder) => isUnder(path, folder))
  const plan = mountPlan({
    scratch,
    trees: roots,
    needed: tops,
    volumes,
    maskedFolders,
    maskedFiles: masked.files.filter(isSeen),
    resolver: resolver.file,
    covers: ['/run', '/sys/fs/cgroup', '/tmp'].filter((folder) => existsSync(folder)),
    controls: KERNEL_CONTROLS.map((name) => join('/proc', name)).filter((one) => existsSync(one)),
    devices,
    mounts: mounted,
  })
  writeFileSync(join(scratch, 'fstab'), plan)
  const outward = channels(tops).filter(isOpen)
  writeFileSync(join(scratch, 'channels'), channelPlan(outward))
  writeFileSync(join(scratch, 'check-channels'), channelCheck(outward))
  return {
    scratch,
    contained: true,
    online: network !== 'none',
    trees: innermostFirst([
      ...roots.map((root, index) => layeredTree(scratch, root, index, project)),
      privateTemp('/tmp', join(scratch, 'tmp')),
      privateTemp('/dev/shm', join(scratch, 'shm')),
    ]),
    cwd,
    command,
    setup,
    env,
    native,
    ...powers(native, network === 'machine'),
    mounting: {
      mount: required('mount'),
      network,
      scratch,
      trees: roots.map((root) =>
        root === project
          ? { layers: canBeLayered(project), otherwise: 'copied', locked: lockedAt(scratch, mounted) }
          : { layers: true, otherwise: 'shown', locked: lockedAt(root, mounted) },
      ),
    },
    mountPoints,
    forwarder,
    resolvers: resolver.addresses,
  }
}

function forwarderFor({ network, resolve }: HabitatOptions): Forwarder | undefined {
  return typeof network === 'object' && network.length > 0 ? new Forwarder(network, resolve) : undefined
}

function layeredTree(scratch: string, root: string, index: number, project: string): Tree {
  const place = root === project ? 'project' : 'home'
  return { place, path: root, known: root, real: root, writes: join(scratch, `upper${index}`), layered: true }
}

function privateTemp(path: string, writes: string): Tree {
  return { place: 'temp', path, known: path, real: undefined, writes, layered: false }
}
