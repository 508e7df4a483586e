import { chmodSync, mkdirSync, readFileSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { NetworkKind } from './launch-script.ts'
import { isUnder } from '../files/trees.ts'

const DEVICE_LINKS = { fd: '/proc/self/fd', stdin: 'fd/0', stdout: 'fd/1', stderr: 'fd/2', ptmx: 'pts/ptmx' }
const OWN_RESOLVER = 'nameserver 127.0.0.1\n'
const SILENT_RESOLVER = `${OWN_RESOLVER}options timeout:1 attempts:1\n`

/** Makes the folders that will be mounted: layers for each tree, a private /tmp, small versions of /dev and /run. */
export function layOut(scratch: string, roots: readonly string[], devices: readonly string[]): void {
  for (const folder of ['tmp', 'shm', 'empty', 'run', 'dev/shm', 'dev/pts']) {
    mkdirSync(join(scratch, folder), { recursive: true })
  }
  for (const folder of ['tmp', 'shm']) chmodSync(join(scratch, folder), 0o1777)
  for (const file of ['nothing', 'spy', 'dev/surety-spy']) writeFileSync(join(scratch, file), '')
  layOutDevices(scratch, devices)
  roots.forEach((root, index) => layOutLayers(scratch, root, index))
}

/** What will be /dev, in `scratch/dev`. */
export function layOutDevices(scratch: string, devices: readonly string[]): void {
  for (const name of devices) writeFileSync(join(scratch, 'dev', name), '')
  for (const [name, target] of Object.entries(DEVICE_LINKS)) symlinkSync(target, join(scratch, 'dev', name))
}

export function layOutMountPoint(path: string, at: string): void {
  if (!statSync(path).isDirectory()) return writeFileSync(at, '')
  mkdirSync(at, { recursive: true })
}

/** Names are asked of an address in the cell, so that they can be seen; nobody answers there where none is declared. */
export function layOutResolver(
  scratch: string,
  network: NetworkKind,
): { readonly addresses: readonly string[]; readonly file: string | undefined } {
  const file = realFile('/etc/resolv.conf')
  const text = resolverText(file, network)
  const addresses = [...text.matchAll(/^nameserver\s+(\S+)/gm)].map(([, address = '']) => address)
  if (file === undefined || !isUnder(file, '/run')) {
    writeFileSync(join(scratch, 'resolv.conf'), text)
    return { addresses, file: network === 'machine' ? undefined : file }
  }
  mkdirSync(dirname(join(scratch, file)), { recursive: true })
  writeFileSync(join(scratch, file), text)
  return { addresses, file: undefined }
}

function resolverText(file: string | undefined, network: NetworkKind): string {
  if (network === 'declared') return OWN_RESOLVER
  return network === 'machine' && file !== undefined ? readFileSync(file, 'utf8') : SILENT_RESOLVER
}

function layOutLayers(scratch: string, root: string, index: number): void {
  for (const folder of ['upper', 'work', 'tree']) mkdirSync(join(scratch, `${folder}${index}`))
  // A link, because the path may hold characters that mean something in mount options.
  symlinkSync(root, join(scratch, `lower${index}`))
  chmodSync(join(scratch, `upper${index}`), statSync(root).mode & 0o7777)
}

function realFile(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
