/** What a journal of one's own is made of: what it is told, and how the steps that it keeps are made and chained. */
export { GENESIS, seal, unseal } from './chain.ts'
export type {
  Claim,
  Closing,
  Journal,
  OpenedStep,
  Opening,
  Replay,
  StepPage,
  StepQuery,
  WithheldOutputs,
} from './journal.ts'
export { isFinal } from './claims.ts'
export { LOCAL_PRINCIPAL } from './journal.ts'
export { keyedHash } from './keyed-hash.ts'
export { unknownOutcome } from './unknown-outcome.ts'
export { shownOutput, stepOf, storedValue, type Writable } from './step-of.ts'
