import { messageOf } from '../outcome.ts'
import { CAPABILITIES, type CapabilityTag, isCapability } from './capabilities.ts'
import { ContractError } from './contract.ts'
import { suggestion } from './nearest.ts'

/** Anything that needs capabilities: a declared contract, or one inside the host. */
interface Capable {
  readonly toolName: string
  readonly capabilities: readonly CapabilityTag[]
}

/** Which capabilities each role has. Deny by default: an unknown role, or none, has nothing. */
export interface RolePolicy {
  readonly granted: (role: string | undefined) => ReadonlySet<CapabilityTag>
  /** What the tool needs and the role lacks; empty means the role may call it. */
  readonly missing: (role: string | undefined, tool: Capable) => readonly CapabilityTag[]
  /** The names of the tools the role may call, in the order given. */
  readonly allowed: (
    role: string | undefined,
    tools: Iterable<Capable> | { readonly tools: ReadonlyMap<string, Capable> },
  ) => readonly string[]
}

/** A policy from a table such as `{ planner: ['READ'] }`. ADMIN implies nothing else. */
export function createRolePolicy(roles: Readonly<Record<string, readonly CapabilityTag[]>>): RolePolicy {
  const reasons = Object.entries(roles).flatMap(([role, capabilities]) => unknownCapabilities(role, capabilities))
  if (reasons.length > 0) throw new ContractError('The role policy', reasons)
  const table = new Map(Object.entries(roles).map(([role, capabilities]) => [role, new Set(capabilities)]))
  const granted: RolePolicy['granted'] = (role) => new Set(role === undefined ? [] : table.get(role))
  const missing: RolePolicy['missing'] = (role, tool) => {
    const has = role === undefined ? undefined : table.get(role)
    return tool.capabilities.filter((capability) => has?.has(capability) !== true)
  }
  const allowed: RolePolicy['allowed'] = (role, tools) =>
    [...('tools' in tools ? tools.tools.values() : tools)]
      .filter((tool) => missing(role, tool).length === 0)
      .map((tool) => tool.toolName)
  return { granted, missing, allowed }
}

function unknownCapabilities(role: string, capabilities: readonly unknown[]): string[] {
  if (!Array.isArray(capabilities)) return [`Role '${role}' must have a list of capabilities.`]
  return capabilities
    .filter((capability) => !isCapability(capability))
    .map(
      (name) =>
        `Role '${role}' has '${messageOf(name)}', which is no capability.${suggestion(messageOf(name), CAPABILITIES)}`,
    )
}
