/** The governed call over ports of one's own, for those who host tools otherwise than `createToolHost` and `guard` do. */
export { declare, type Contract } from '../contract/declare.ts'
export { call } from './call.ts'
export { check } from './check.ts'
export type { CallContext } from './context.ts'
export type { CallPolicy, CallRequest, Produced, Registry, Runtime, World } from './ports.ts'
export type { SnapshotLimits } from './walk.ts'
