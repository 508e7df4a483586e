import { environment } from './environment.ts'
import type { Escape } from './escape.ts'
import { links, secrets } from './files.ts'
import { devices, keyrings, machine } from './kernel.ts'
import { exhaustion, oddNames } from './odd-names.ts'
import { programs } from './programs.ts'
import { sockets } from './sockets.ts'
import { mounts, namespaces, network, processes } from './spaces.ts'

/** Ways out of a cell, by what they go through. */
export const TOPICS: Readonly<Record<string, readonly Escape[]>> = {
  'the environment': environment,
  programs,
  sockets,
  keyrings,
  devices,
  'the machine': machine,
  mounts,
  namespaces,
  processes,
  'the network': network,
  links,
  secrets,
  'odd names': oddNames,
  exhaustion,
}
