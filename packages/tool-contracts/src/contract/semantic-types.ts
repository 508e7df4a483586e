import { isPlainObject } from './record.ts'
import { staysInside } from './file-path.ts'

export interface SemanticCheckOptions {
  /** The directory a `file-path` must stay inside after normalisation. */
  readonly fileRoot?: string | undefined
}

interface SemanticTypeEntry {
  readonly description: string
  readonly accepts: (value: unknown, options: SemanticCheckOptions) => boolean
}

const LTREE = /^[\p{L}\p{N}_-]{1,1000}(?:\.[\p{L}\p{N}_-]{1,1000})*$/u
const LTREE_LABELS = 65_535
const SNOWFLAKE = /^(?:0|[1-9]\d{0,18})$/
const SNOWFLAKE_MAX = 2n ** 63n - 1n
const MODULE_REF = /^[A-Za-z0-9@_][A-Za-z0-9@._~-]*\/[A-Za-z0-9@_][A-Za-z0-9@._~-]*$/
const UUID =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}-(?:0{4}-){3}0{12}|f{8}-(?:f{4}-){3}f{12})$/i
const SEMVER =
  /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/

/** What a field means beyond its primitive type: one sentence for people and agents, one check for the host. */
export const SEMANTIC_TYPES = {
  'ltree-path': {
    description: 'a PostgreSQL ltree path: labels of letters, digits, _ or -, separated by dots, such as "top.science"',
    accepts: (value: unknown): boolean => isText(value) && (value === '' || isLtree(value)),
  },
  'resource-id': {
    description:
      'a resource identifier: a Snowflake id as a decimal string of at most 63 bits, such as "1541815603606036480"',
    accepts: (value: unknown): boolean => isText(value) && SNOWFLAKE.test(value) && BigInt(value) <= SNOWFLAKE_MAX,
  },
  'module-ref': {
    description: 'a module reference "namespace/name" of letters, digits and @ . _ ~ -, such as "savvi-studio/teams"',
    accepts: (value: unknown): boolean => isText(value) && MODULE_REF.test(value),
  },
  uuid: {
    description: 'an RFC 9562 UUID, such as "0190163d-8694-739b-aea5-966c26f8ad91"',
    accepts: (value: unknown): boolean => isText(value) && UUID.test(value),
  },
  semver: {
    description: 'a Semantic Versioning 2.0.0 version, such as "1.4.0-rc.1+build.5"',
    accepts: (value: unknown): boolean => isText(value) && value.length <= 256 && SEMVER.test(value),
  },
  'file-path': {
    description: 'a file path, absolute or relative, without NUL, that stays inside the root where one is set',
    accepts: (value: unknown, { fileRoot }: SemanticCheckOptions): boolean =>
      isText(value) &&
      value !== '' &&
      !value.includes('\0') &&
      (fileRoot === undefined || staysInside(fileRoot, value)),
  },
  'json-object': {
    description: 'a JSON object (not an array, not null)',
    accepts: (value: unknown): boolean => isPlainObject(value),
  },
  unknown: { description: 'any value', accepts: (_value: unknown): boolean => true },
} as const

export type SemanticType = keyof typeof SEMANTIC_TYPES

export function isSemanticType(value: unknown): value is SemanticType {
  return typeof value === 'string' && Object.hasOwn(SEMANTIC_TYPES, value)
}

/** Does the value mean what its semantic type says? */
export function matchesSemanticType(type: SemanticType, value: unknown, options: SemanticCheckOptions = {}): boolean {
  const entry: SemanticTypeEntry = SEMANTIC_TYPES[type]
  return entry.accepts(value, options)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isLtree(value: string): boolean {
  return value.split('.', LTREE_LABELS + 1).length <= LTREE_LABELS && LTREE.test(value)
}
