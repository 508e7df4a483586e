import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { StandardErrorCodes } from '@surety/tool-contracts'
import { expect, it } from 'vitest'

const PAGE = resolve(import.meta.dirname, '../docs/error-codes.md')

const page = `# Error codes

A call ends with one of these codes, or with one that the tool's contract declares itself (\`errorCodes\`, status 422), or with
that of a precondition (412) or postcondition (502). A refusal is *retryable* only if its code is and the tool is idempotent;
one that carries \`details.retryAfterMs\` was refused before anything ran and may simply be tried again then.

| code | status | retryable | raised by | meaning |
|---|---|---|---|---|
${Object.entries(StandardErrorCodes)
  .map(
    ([code, { statusCode, retryable, raisedBy, description }]) =>
      `| \`${code}\` | ${statusCode} | ${retryable ? 'yes' : 'no'} | ${raisedBy} | ${description} |`,
  )
  .join('\n')}

A handler raises those marked *tool* with \`throw new ToolError(code, reason)\`; any other error it throws is \`INTERNAL_ERROR\`,
whose message carries the error's own text, and is never retried. Those marked *host* it cannot raise.

Printed from \`packages/tool-contracts/src/codes.ts\` by \`npm run docs\`.
`

it('docs/error-codes.md says what the table of codes says', () => {
  if (process.env['SURETY_WRITE_DOCS'] === '1') writeFileSync(PAGE, page)
  expect(readFileSync(PAGE, 'utf8')).toBe(page)
})
