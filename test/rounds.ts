import * as fc from 'fast-check'

/** How many times the usual rounds a property is tried: more in `npm run test:long` and in CI. */
fc.configureGlobal({ numRuns: 100 * Number(process.env['SURETY_ROUNDS'] ?? 1) })
