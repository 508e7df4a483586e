import type { CodeConversation } from './code-conversation.ts'
import type { Asked } from './code-protocol.ts'
import type { Condition } from './contract-file.ts'
import { record } from './mapping.ts'
import type { Predicates } from './contract-in.ts'
import { type Reader, listOf, oneOf, text } from './reader.ts'
import { errorCode } from './texts.ts'

type Kind = Exclude<Asked['ask'], 'list'>

/** The conditions of a file's contract number `contract`: judged by its own code, in its own process. */
export function codePredicates(conversation: CodeConversation, file: string, contract: number): Predicates {
  const ask = async (kind: Kind, index: number, input: unknown, output?: unknown): Promise<unknown> => {
    const asked = await conversation.ask(file, { ask: kind, contract, index, input, output })
    return asked.ok ? asked.answer : undefined
  }
  const conditions = (kind: Kind): Reader<readonly Condition[]> => {
    return listOf({
      read(entry) {
        const { description, error_code: code } = conditionFields.read(entry) ?? {}
        if (description === undefined || code === undefined) return undefined
        const index = Number(entry.path.at(-1))
        return {
          description,
          errorCode: code,
          holds: async (input, output) => (await ask(kind, index, input, output)) === true,
        }
      },
      schema: conditionFields.schema,
    })
  }
  return {
    preconditions: conditions('preconditions'),
    postconditions: conditions('postconditions'),
    approval: {
      read(entry) {
        const rule = approvalRule.read(entry)
        return rule === 'code' ? { when: async (input) => (await ask('approval', 0, input)) !== false } : rule
      },
      schema: approvalRule.schema,
    },
  }
}

const conditionFields = record({ description: text, error_code: errorCode })
const approvalRule = oneOf(['never', 'always', 'code'])
