import * as fc from 'fast-check'

/** How many times the usual rounds a property is tried: more in `npm run test:long` and in CI. */
fc.configureGlobal({ numRuns: 100 * Number(process.env['SURETY_ROUNDS'] ?? 1) })

/** Where the processes that tests start tell what of them was run: `npm run coverage:commands` counts it. */
const coverage = process.env['SURETY_COVERAGE']
if (coverage !== undefined) process.env['NODE_V8_COVERAGE'] = coverage
