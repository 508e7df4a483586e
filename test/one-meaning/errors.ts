import { META } from '@surety/tool-contracts/mcp'
import { PICTURE, type Promises, type Result, type Row, says } from './row.ts'

/** A failed answer, and the code it carries. */
export interface ErrorRow extends Row {
  readonly result: Result
  readonly code: string | undefined
}

const OURS: Promises = { errorCodes: [{ code: 'OURS', description: 'Ours.' }] }

function error(title: string, promises: Promises, said: Result, code: string | undefined, keeps: boolean): ErrorRow {
  return { title, promises, result: { content: [], ...said, isError: true }, code, keeps }
}

const LONG = `A${'B'.repeat(127)}`

export const ERRORS: readonly ErrorRow[] = [
  error('a declared code in the text', OURS, says('OURS: no'), 'OURS', true),
  error(
    'a declared code in structuredContent.error',
    OURS,
    { structuredContent: { error: { code: 'OURS' } } },
    'OURS',
    true,
  ),
  error('a declared code in structuredContent', OURS, { structuredContent: { code: 'OURS' } }, 'OURS', true),
  error('a declared code in _meta', OURS, { _meta: { [META.error]: { code: 'OURS' } } }, 'OURS', true),
  error('an undeclared code in the text', OURS, says('THEIRS: no'), 'THEIRS', false),
  error(
    'an undeclared code in structuredContent.error',
    OURS,
    { structuredContent: { error: { code: 'THEIRS' } } },
    'THEIRS',
    false,
  ),
  error('an undeclared code in structuredContent', OURS, { structuredContent: { code: 'THEIRS' } }, 'THEIRS', false),
  error('an undeclared code in _meta', OURS, { _meta: { [META.error]: { code: 'THEIRS' } } }, 'THEIRS', false),
  error(
    'the first of two codes counts',
    OURS,
    { ...says('THEIRS: no'), structuredContent: { code: 'OURS' } },
    'OURS',
    true,
  ),
  error(
    'a code after what is none',
    OURS,
    { ...says('THEIRS: no'), structuredContent: { code: 'not ours' } },
    'THEIRS',
    false,
  ),
  error('a code of one letter', OURS, says('E: no'), 'E', false),
  error('a code of 128 letters', OURS, says(`${LONG}: no`), LONG, false),
  error('129 letters are no code', OURS, says(`${LONG}C: no`), undefined, true),
  error('lower case is no code', OURS, says('theirs: no'), undefined, true),
  error('a code in a later text is none', OURS, says('It broke.', 'THEIRS: no'), undefined, true),
  error('a code after a picture', OURS, { content: [PICTURE, ...says('THEIRS: no').content] }, 'THEIRS', false),
  error('a standard code', OURS, says('RESOURCE_NOT_FOUND: no'), 'RESOURCE_NOT_FOUND', true),
  error('a code that only a host raises', OURS, says('OUTPUT_TOO_LARGE: no'), 'OUTPUT_TOO_LARGE', false),
  error('no code', OURS, says('It broke.'), undefined, true),
  error('a code where the contract lists none', { errorCodes: [] }, says('THEIRS: no'), 'THEIRS', false),
]

/** Of a foreign server only: what is written with the library must declare its codes, listed or not. */
export const FOREIGN_ERRORS: readonly ErrorRow[] = [
  error('a code where the contract has no list', {}, says('THEIRS: no'), 'THEIRS', true),
]
