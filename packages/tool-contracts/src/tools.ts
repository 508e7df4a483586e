/** What contracts and answers mean, as pure functions that load little, for those who build on contracts: runners, gateways. */
export { CODE_PATTERN, mayRaise, standardCode } from './codes.ts'
export type { Blame } from './outcome.ts'

export { allowsEffect, type Effect, type FileChange } from './contract/allows-effect.ts'
export { allowsEndpoint, endpointOf, isLoopback, type Endpoint } from './contract/endpoint.ts'
export { leadsToGlob, matchesGlob } from './contract/glob.ts'
export { isList, type Json, type JsonObject } from './contract/json.ts'
export { suggestion } from './contract/nearest.ts'
export { isRecord } from './contract/record.ts'
export { withSemanticTypes } from './contract/semantic-shape.ts'

export { canonicalJson } from './journal/canonical.ts'
export { sha256 } from './journal/sha256.ts'
export { utf8Length } from './journal/utf8.ts'

export { errorCodeOf, refusalCodeOf, rpcErrorCodeOf } from './mcp/error-code.ts'
export { outputOf, textsIn } from './mcp/output-of.ts'

export type { Contract, Effects } from './contract/declare.ts'
export { effectSentence } from './contract/describe.ts'
export type { Issue } from './contract/issues.ts'
export type { JsonSchema, Parsed, Shape } from './contract/shape.ts'
