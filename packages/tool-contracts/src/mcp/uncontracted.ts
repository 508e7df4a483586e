import type { Contract } from '../contract/declare.ts'
import type { Shape } from '../contract/shape.ts'

const ANYTHING: Shape = { parse: (value) => ({ ok: true, value }), jsonSchema: {} }

/** A tool nobody vouches for: it promises nothing, so a role needs EXECUTE and ADMIN to call it. */
export function uncontracted(toolName: string): Contract {
  return {
    toolName,
    description: 'A tool without a contract.',
    input: ANYTHING,
    output: ANYTHING,
    preconditions: [],
    postconditions: [],
    dependencies: [],
    capabilities: ['EXECUTE', 'ADMIN'],
    changes: true,
    limits: { timeoutMs: 2 ** 31 - 1, memoryMb: Number.MAX_SAFE_INTEGER, maxOutputBytes: Number.MAX_SAFE_INTEGER },
    idempotent: false,
    codes: new Map(),
    listsCodes: false,
    approval: 'never',
    sensitive: { input: [], output: [] },
    effects: undefined,
  }
}
