import { basename, dirname, join, relative } from 'node:path'
import { type Mount, escapeOctal } from '../system/mounts.ts'
import { isUnder } from '../files/trees.ts'

/** Locked by the kernel: a remount must repeat them. */
const LOCKED_OPTIONS = ['nosuid', 'nodev', 'noexec']
export const PROC_OPTIONS: readonly string[] = ['nosuid', 'nodev', 'noexec']
/** Folders the server sees a version of its own of, and what that is called in the scratch folder. */
const COVERED = [
  ['/tmp', 'tmp'],
  ['/run', 'run'],
  ['/dev/shm', 'shm'],
] as const
export const DEVICES: readonly string[] = ['null', 'zero', 'full', 'random', 'urandom', 'tty']

export interface MountFacts {
  readonly scratch: string
  /** Folders to be replaced by what stands in `scratch/tree<n>`, outermost first. */
  readonly trees: readonly string[]
  /** Entries of covered folders that must stay readable. */
  readonly needed: readonly string[]
  /** What is mounted inside the trees: their layers do not show it, so it is put back, read-only. */
  readonly volumes: readonly string[]
  readonly maskedFolders: readonly string[]
  readonly maskedFiles: readonly string[]
  /** The file that names the name servers, where another is to stand in its place. */
  readonly resolver: string | undefined
  /** Of /tmp, /run and /sys/fs/cgroup, those that exist. */
  readonly covers: readonly string[]
  /** Files of /proc that steer the machine. */
  readonly controls: readonly string[]
  readonly devices: readonly string[]
  readonly mounts: readonly Mount[]
}

/** The mounts that make the sandbox, in order, as an fstab: one process mounts them all. */
export function mountPlan(facts: MountFacts): string {
  const { scratch, mounts, trees, covers, volumes } = facts
  const own = (name: string) => join(scratch, name)
  const inside = (path: string) => inScratch(scratch, path)
  const shown = (source: string, target: string, like = source) =>
    bind(source, target, ['rbind', 'ro', 'nodev', ...lockedAt(like, mounts)])
  const replaced = [
    ...trees.map((path, index) => ({ path, line: bind(own(`tree${index}`), inside(path), ['rbind']) })),
    ...volumes.map((path, index) => ({ path, line: shown(own(`volume${index}`), inside(path), path) })),
  ]
  const nested = mounts.filter(({ path }) => facts.needed.some((top) => isUnder(path, top) && path !== top))
  const rest = mounts.filter(
    ({ path }) => ![...covers, '/dev', '/proc', ...trees, ...facts.maskedFolders].some((cover) => isUnder(path, cover)),
  )
  const lines = [
    entry('surety', '/proc', 'proc', PROC_OPTIONS),
    ...facts.controls.map((path) => bind(path, path, ['bind', 'ro', ...PROC_OPTIONS])),
    ...facts.needed.map((path) => shown(path, inside(path))),
    ...nested.map((mount) => readOnly(inside(mount.path), [...lockedAt(mount.path, mounts), 'nodev'])),
    ...volumes.map((path, index) => bind(path, own(`volume${index}`), ['rbind'])),
    ...replaced.toSorted((a, b) => a.path.length - b.path.length).map(({ line }) => line),
    ...facts.maskedFolders.map((path) => shown(own('empty'), inside(path))),
    ...facts.maskedFiles.map((path) => shown(own('nothing'), inside(path))),
    ...(facts.resolver === undefined ? [] : [shown(own('resolv.conf'), inside(facts.resolver))]),
    ...facts.devices.map((name) => bind(`/dev/${name}`, own(`dev/${name}`), ['bind'])),
    bind(own('shm'), own('dev/shm'), ['rbind']),
    bind(own('spy'), own('dev/surety-spy'), ['bind']),
    entry('surety', own('dev/pts'), 'devpts', ['nosuid', 'noexec', 'newinstance', 'ptmxmode=0666']),
    bind(own('dev'), '/dev', ['rbind']),
    readOnly('/dev', lockedAt(scratch, mounts)),
    ...(covers.includes('/run') ? [shown(own('run'), '/run')] : []),
    ...(covers.includes('/sys/fs/cgroup') ? [shown(own('empty'), '/sys/fs/cgroup')] : []),
    // Before the rest turns read-only, or it would too: it may be cut from the same file system.
    bind(own('tmp'), '/tmp', ['rbind']),
    ...(inside(scratch) === scratch ? [shown(own('empty'), scratch)] : []),
    ...[...new Set(rest.map(({ path }) => path))].map((path) => readOnly(path, [...lockedAt(path, mounts), 'nodev'])),
  ]
  return `${lines.join('\n')}\n`
}

/** The mounts that cover sockets and pipes, once all others stand. */
export function channelPlan(channels: readonly string[]): string {
  return channels.map((path) => `${bind('/dev/null', path, ['bind'])}\n`).join('')
}

/** What is mounted inside the trees. */
export function volumesIn(trees: readonly string[], mounts: readonly Mount[]): readonly string[] {
  const paths = new Set(mounts.map(({ path }) => path))
  return [...paths].filter((path) => !trees.includes(path) && trees.some((tree) => isUnder(path, tree)))
}

/** Where a path has to be mounted to be seen at its own place once the covers are on. */
export function inScratch(scratch: string, path: string): string {
  const [folder, name] = COVERED.find(([folder]) => isUnder(path, folder)) ?? []
  return folder === undefined || name === undefined ? path : join(scratch, name, relative(folder, path))
}

export function isCovered(path: string): boolean {
  return COVERED.some(([folder]) => folder === path)
}

/** The entries of covered folders that must stay visible for these paths to be. */
export function topsUnderCovers(paths: readonly string[]): readonly string[] {
  const tops = paths.flatMap((path) => {
    const [folder] = COVERED.find(([folder]) => isUnder(path, folder) && path !== folder) ?? []
    return folder === undefined ? [] : [join(folder, relative(folder, path).split('/')[0] ?? '')]
  })
  return [...new Set(tops)]
}

/** The options of the mount a path lies on that a remount must repeat. */
export function lockedAt(path: string, mounts: readonly Mount[]): readonly string[] {
  const holding = mounts.filter((mount) => isUnder(path, mount.path))
  // Of mounts stacked on one path, the last can be reached.
  const holder = holding.toSorted((a, b) => a.path.length - b.path.length).at(-1)
  return LOCKED_OPTIONS.filter((option) => holder?.options.includes(option) === true)
}

export function bind(source: string, target: string, options: readonly string[]): string {
  return entry(source, target, 'none', options)
}

export function readOnly(path: string, locked: readonly string[]): string {
  // `mount -a` passes over an entry for "/" and over what is mounted already; with a dot on the way it is neither.
  const target = `${dirname(path)}/./${basename(path)}`
  return entry('none', target, 'none', ['remount', 'bind', 'ro', ...locked])
}

export function entry(source: string, target: string, type: string, options: readonly string[]): string {
  return `${escapeOctal(source)} ${escapeOctal(target)} ${type} ${options.join(',')} 0 0`
}
