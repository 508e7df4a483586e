/** What a tool does, for RBAC, sandboxing and planning. */
export const CAPABILITIES = [
  'READ',
  'WRITE',
  'DELETE',
  'CREATE',
  'EXECUTE',
  'ADMIN',
  'SCHEMA_MUTATION',
  'CODE_EXECUTION',
] as const
export type CapabilityTag = (typeof CAPABILITIES)[number]

export function isCapability(value: unknown): value is CapabilityTag {
  return (CAPABILITIES as readonly unknown[]).includes(value)
}
