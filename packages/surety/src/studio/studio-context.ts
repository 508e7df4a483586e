import type { Checked, DeclaredToolContract, Result, RolePolicy } from '@surety/tool-contracts'
import type { Catalogue } from '../modules/catalogue.ts'
import type { FindSteps } from '../serve/trace-tool.ts'
import type { Health } from './health.ts'

/** What the studio's tools work on. */
export interface StudioContext {
  /** The repository's folder: absolute, and free of links. */
  readonly root: string
  /** Where the memory files are: absolute, inside the root. */
  readonly memoryDir: string
  /** The record's file, absolute, where it is one: with what stands beside it under its name, it is nobody's to read. */
  readonly recordFile?: string | undefined
  readonly now: () => Date
  readonly catalogue: Catalogue
  readonly findSteps: FindSteps
  /** Undefined where there are no roles: then everybody may do everything. */
  readonly policy: RolePolicy | undefined
  readonly health: () => Promise<Health>
  /** The studio's own tools, once they are served. */
  readonly own: OwnTools
}

interface OwnTools {
  readonly contracts: () => readonly DeclaredToolContract[]
  /** Would this call be let through? Runs nothing. */
  readonly check: (toolName: string, input: unknown, caller: Caller) => Promise<Result<Checked>>
}

/** Who calls, as far as it decides what they may do. */
export interface Caller {
  readonly role: string | undefined
  readonly principal: string
}
