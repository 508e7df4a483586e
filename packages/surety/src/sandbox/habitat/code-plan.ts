import { join } from 'node:path'
import type { LaidOut } from './code-view.ts'
import { PROC_OPTIONS, bind, entry, lockedAt, readOnly } from './mount-plan.ts'
import type { Mount } from '../system/mounts.ts'
import { isUnder } from '../files/trees.ts'

interface CodeFacts extends LaidOut {
  readonly scratch: string
  /** Files of /proc that steer the machine. */
  readonly controls: readonly string[]
  readonly devices: readonly string[]
  readonly mounts: readonly Mount[]
}

/** The mounts by which a process sees its covers, the system's programs and nothing else, none of it to be written to: an fstab. */
export function codePlan({ scratch, covers, shown, masked, controls, devices, mounts }: CodeFacts): string {
  const own = (name: string) => join(scratch, name)
  const put = (source: string, target: string, like = source) =>
    bind(source, target, ['rbind', 'ro', 'nodev', ...lockedAt(like, mounts)])
  const nested = shown.flatMap(({ path, at }) =>
    mounts.filter((mount) => isUnder(mount.path, path) && mount.path !== path).map((mount) => ({ path, at, mount })),
  )
  const hidden = [...covers.map(({ path }) => path), '/dev', '/proc']
  const rest = mounts.filter(({ path }) => !hidden.some((cover) => isUnder(path, cover)))
  // The last is the one that holds all that is put in the places of others.
  const ordered = covers.toSorted((a, b) => Number(isUnder(scratch, a.path)) - Number(isUnder(scratch, b.path)))
  const lines = [
    entry('surety', '/proc', 'proc', PROC_OPTIONS),
    ...controls.map((path) => bind(path, path, ['bind', 'ro', ...PROC_OPTIONS])),
    ...shown.map(({ path, at }) => put(path, at)),
    ...nested.map(({ path, at, mount }) =>
      readOnly(join(at, mount.path.slice(path.length)), [...lockedAt(mount.path, mounts), 'nodev']),
    ),
    ...devices.map((name) => bind(`/dev/${name}`, own(`dev/${name}`), ['bind'])),
    bind(own('dev'), '/dev', ['rbind']),
    readOnly('/dev', lockedAt(scratch, mounts)),
    ...masked.map((path) => put(own('nothing'), path)),
    ...ordered.map(({ path, source }) => put(source, path, scratch)),
    ...[...new Set(rest.map(({ path }) => path))].map((path) => readOnly(path, [...lockedAt(path, mounts), 'nodev'])),
  ]
  return `${lines.join('\n')}\n`
}
