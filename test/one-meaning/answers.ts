import { z } from 'zod'
import { PICTURE, type Promises, type Result, type Row, says } from './row.ts'

/** An answer, and the output that it means. */
export interface AnswerRow extends Row {
  readonly result: Result
  readonly means: unknown
}

const OBJECT = z.object({ a: z.number() })
const UUID = '0190163d-8694-739b-aea5-966c26f8ad90'
const IDS: Promises = { outputSchema: z.object({ id: z.string() }), outputSemanticTypes: { id: 'uuid' } }

function answer(
  title: string,
  schema: z.ZodType | Promises,
  result: Result,
  means: unknown,
  keeps: boolean,
): AnswerRow {
  const promises = schema instanceof z.ZodType ? { outputSchema: schema } : schema
  return { title, promises, result, means, keeps }
}

export const ANSWERS: readonly AnswerRow[] = [
  answer('structured content', OBJECT, { ...says('{}'), structuredContent: { a: 1 } }, { a: 1 }, true),
  answer('structured content of a wrong type', OBJECT, { ...says(), structuredContent: { a: '1' } }, { a: '1' }, false),
  answer(
    'an unknown key, where none may be',
    z.strictObject({}),
    { ...says(), structuredContent: { b: 1 } },
    { b: 1 },
    false,
  ),
  answer('JSON as text', OBJECT, says('{"a":1}'), { a: 1 }, true),
  answer('JSON as text, of a wrong type', OBJECT, says('{"a":"1"}'), { a: '1' }, false),
  answer('JSON in two blocks', OBJECT, says('{"a":', '1}'), { a: 1 }, true),
  answer('two JSON texts are no JSON', OBJECT, says('{"a":1}', '{"a":2}'), '{"a":1}{"a":2}', false),
  answer('prose for an object', OBJECT, says('all is well'), 'all is well', false),
  answer('prose for text', z.string(), says('all is well'), 'all is well', true),
  answer('prose in two blocks', z.literal('all is well'), says('all is', ' well'), 'all is well', true),
  answer('a number for a number', z.number(), says('42'), 42, true),
  answer('a number for text', z.string(), says('42'), '42', true),
  answer('a number for either', z.union([z.string(), z.number()]), says('42'), 42, true),
  answer('a number for an object', OBJECT, says('42'), 42, false),
  answer('null for anything', z.unknown(), says('null'), null, true),
  answer('nothing for text', z.string(), says(), '', true),
  answer('nothing for an object', OBJECT, says(), '', false),
  answer('text beside a picture', z.number(), { content: [PICTURE, ...says('7').content] }, 7, true),
  answer('a field that means what it says', IDS, says(`{"id":"${UUID}"}`), { id: UUID }, true),
  answer('a field that means something else', IDS, says('{"id":"7"}'), { id: '7' }, false),
]
