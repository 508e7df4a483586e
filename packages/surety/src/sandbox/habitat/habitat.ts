import type { Network } from '../cell.ts'
import type { Mounting } from './launch-script.ts'
import type { Entry } from '../system/powers.ts'
import type { Forwarder } from '../network/forwarder.ts'
import type { Resolve } from '../cell.ts'
import type { Tree } from '../files/trees.ts'

/** Where a server lives: the folders it sees, and the words that put it there. */
export interface Habitat extends Entry {
  /** The sandbox's own folder, removed at the end. */
  readonly scratch: string
  /** Whether nothing outside the trees can be changed. */
  readonly contained: boolean
  /** Whether what it sends can leave the machine. */
  readonly online: boolean
  /** Innermost first. */
  readonly trees: readonly Tree[]
  readonly cwd: string
  readonly command: readonly string[]
  readonly setup: readonly string[] | undefined
  readonly env: Readonly<Record<string, string>>
  /** The native launcher; undefined where there is none for this machine. */
  readonly native: string | undefined
  readonly mounting: Mounting | undefined
  /** Real folders that are to be seen inside a temp folder, and are no part of it. */
  readonly mountPoints: readonly string[]
  /** What brings it to the endpoints declared for it, where these are all it may reach. */
  readonly forwarder?: Forwarder | undefined
  /** Addresses of the name servers in use. */
  readonly resolvers: readonly string[]
}

/** Carried by every process of an uncontained cell, so that daemons are found again. */
export const CELL_MARK = 'SURETY_CELL'

export interface HabitatOptions {
  readonly scratch: string
  /** Real paths, links resolved. */
  readonly project: string
  readonly cwd: string
  readonly home: string | undefined
  readonly command: readonly string[]
  readonly setup: readonly string[] | undefined
  readonly declared: Readonly<Record<string, string>>
  readonly network: Network
  readonly resolve: Resolve | undefined
  readonly spy: boolean
  readonly native: string | undefined
}
