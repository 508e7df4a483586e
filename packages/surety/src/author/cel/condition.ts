import { type Expression, compileCel } from './cel.ts'
import type { Approval, Condition } from '../contract-file.ts'
import { record } from '../yaml/mapping.ts'
import { type Reader, listOf, nameOf, text } from '../yaml/reader.ts'
import { errorCode } from '../yaml/texts.ts'

/** `preconditions` speak of the input alone, `postconditions` of the output too. */
export function conditions(upTo: 'input' | 'output'): Reader<readonly Condition[]> {
  const fields = record({ description: text, error_code: errorCode, check: expression(upTo) }, [
    'description',
    'error_code',
    'check',
  ])
  return listOf({
    read(entry) {
      const { description, error_code: code, check } = fields.read(entry) ?? {}
      if (description === undefined || code === undefined || check === undefined) return undefined
      return {
        description,
        errorCode: code,
        check: check.source,
        holds: (input, output) => check.evaluate({ input, output }) === true,
        misfit: check.misfit,
      }
    },
    schema: fields.schema,
  })
}

/** `never`, `always`, or for which inputs; where that cannot be told, approval is needed. */
export const approval: Reader<Approval> = {
  read(entry) {
    if (entry.value === 'never' || entry.value === 'always') return entry.value
    const when = expression('input').read(entry)
    if (when === undefined) return undefined
    return { check: when.source, when: (input) => when.evaluate({ input }) !== false, misfit: when.misfit }
  },
  schema: { type: 'string', description: "'never', 'always', or a CEL expression over input", pattern: '\\S' },
}

function expression(upTo: 'input' | 'output'): Reader<Expression> {
  return {
    read(entry) {
      const source = text.read(entry)
      if (source === undefined) return undefined
      const compiled = compileCel(source, upTo)
      if (compiled.ok) return compiled.expression
      const message = `${nameOf(entry.path)} is no usable CEL expression: ${compiled.reason}.`
      return entry.say(message, 'Correct the expression.')
    },
    schema: { type: 'string', description: 'A CEL expression', pattern: '\\S' },
  }
}
