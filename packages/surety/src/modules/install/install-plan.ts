import type { CapabilityTag } from '@surety/tool-contracts'
import type { Json } from '@surety/tool-contracts/tools'

/** What would happen, and what it would mean: the way from the installed set of modules to a wanted one. */
export interface InstallPlan {
  /** The SHA-256 of all that is planned and of what it is based on: the same situation has the same id. */
  readonly planId: string
  readonly steps: readonly InstallStep[]
  readonly breaks: readonly Break[]
  readonly gained: readonly Gained[]
  readonly loosened: readonly Loosened[]
}

/** `reinstall`: the same version with other contents. */
export interface InstallStep {
  readonly action: 'install' | 'upgrade' | 'downgrade' | 'reinstall' | 'remove'
  readonly ref: string
  /** The version that is installed. */
  readonly from?: string
  /** The version that will be. */
  readonly to?: string
}

/** What whoever calls a tool as before can no longer rely on. */
export interface Break {
  readonly tool: string
  /** The module that the tool is installed with. */
  readonly module: string
  /** Tools of the wanted set that depend on it, and modules that depend on its module; agents that call it are known to nobody. */
  readonly callers: readonly string[]
  readonly reason: string
  /** An input that was accepted and no longer is, or an output that was promised never to come. */
  readonly example?: { readonly input: Json } | { readonly output: Json }
}

/** What a tool may do that it could not do before, or that was not there. */
export interface Gained {
  readonly tool: string
  readonly module: string
  readonly capabilities: readonly CapabilityTag[]
}

/** A promise of an installed tool that is weaker afterwards, under its key in a contract. */
export interface Loosened {
  readonly tool: string
  readonly module: string
  readonly promise: string
  /** Null where the contract says nothing. */
  readonly before: Json
  readonly after: Json
}
