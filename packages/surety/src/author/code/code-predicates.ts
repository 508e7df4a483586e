import type { CodeConversation } from './code-conversation.ts'
import type { Asked } from './code-protocol.ts'
import type { Condition, InputIssue } from '../contract-file.ts'
import { isRecord } from '@surety/tool-contracts/tools'
import { record } from '../yaml/mapping.ts'
import type { Predicates } from '../contract-in.ts'
import { type Reader, listOf, oneOf, text } from '../yaml/reader.ts'
import { errorCode } from '../yaml/texts.ts'

type Kind = Extract<Asked, { readonly index: number }>['ask']

/** The conditions of a file's contract number `contract`: judged by its own code, in its own process. */
export function codePredicates(conversation: CodeConversation, file: string, contract: number): Predicates {
  const ask = async (kind: Kind, index: number, input: unknown, output?: unknown): Promise<unknown> => {
    const asked = await conversation.ask(file, { ask: kind, contract, index, input, output })
    return asked.ok ? asked.answer : undefined
  }
  const conditions = (kind: Kind): Reader<readonly Condition[]> => {
    return listOf({
      read(entry) {
        const { description, error_code: code, check } = conditionFields.read(entry) ?? {}
        if (description === undefined || code === undefined) return undefined
        const index = Number(entry.path.at(-1))
        return {
          description,
          errorCode: code,
          check: check ?? description,
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
        if (typeof entry.value === 'string') return approvalWord.read(entry)
        const { code } = approvalCode.read(entry) ?? {}
        if (code === undefined) return undefined
        return { check: code, when: async (input) => (await ask('approval', 0, input)) !== false }
      },
      schema: { anyOf: [approvalWord.schema, approvalCode.schema] },
    },
  }
}

/** What its own code says of an input. */
export function codeInputIssues(
  conversation: CodeConversation,
  file: string,
  contract: number,
): (input: unknown) => Promise<readonly InputIssue[] | undefined> {
  return async (input) => {
    const asked = await conversation.ask(file, { ask: 'input', contract, input })
    return asked.ok && Array.isArray(asked.answer) ? asked.answer.flatMap(issueIn) : undefined
  }
}

/** Code of strangers answers: whatever it says is an issue. */
function issueIn(value: unknown): readonly InputIssue[] {
  const { path, expected } = isRecord(value) ? value : {}
  const keys = Array.isArray(path) ? path.filter((key) => typeof key === 'string' || typeof key === 'number') : []
  return [{ path: keys, expected: typeof expected === 'string' ? expected : 'as the contract says' }]
}

const conditionFields = record({ description: text, error_code: errorCode, check: text })
const approvalWord = oneOf(['never', 'always'])
const approvalCode = record({ code: text })
