import { failureText } from '../answer-text.ts'
import { isGenerated, isErrorAnswer, seenIn } from '../calls.ts'
import type { CallEvidence } from '../call-evidence.ts'
import { undeclaredCode } from '../error-codes.ts'
import type { ToolEvidence } from '../evidence.ts'
import { exampleCall, exampleText, exampleTool, exampleWrite } from '../example-evidence.ts'
import { isInternalFailure } from '../internal-failure.ts'
import type { ToolRule } from '../rule.ts'
import { schemaChange } from './schema-change.ts'
import { withheldOutput } from '../withheld-output.ts'
import { more, show } from '../words.ts'

const refused: Partial<CallEvidence> = {
  purpose: 'generated',
  test: undefined,
  testAt: undefined,
  input: { user_id: '' },
  answer: exampleText('user_id must not be empty', { isError: true }),
}

export const refusesWhatItsSchemaAllows: ToolRule = {
  code: 'W031',
  title: 'Refuses What Its Schema Allows',
  why: 'An agent writes its calls by the schema. What only the refusal tells costs a call and a guess each time, and some models try the same again.',
  fix: 'Say in the input schema what is refused, or accept it.',
  means:
    'A generated input at an edge of what the input schema allows (an empty text or list, a number at its bound, none of the optional keys) was refused with a reason, while a near variant was accepted: one more optional key, or one value moved inside its bounds. So it was the shape that was refused, and a schema can say that. A refusal for what the input says, such as a thing that does not exist, never counts, nor one in a call of which the sandbox refused an effect. One finding for each tool.',
  retest: { nearInputs: true },
  scope: 'tool',
  check(tool) {
    const [first, ...others] = tool.calls.filter(
      (call) =>
        isGenerated(call) &&
        isErrorAnswer(call.answer) &&
        !isInternalFailure(call.answer) &&
        withheldOutput(call, tool) === undefined &&
        !isHindered(call, tool) &&
        accepted(call).length > 0,
    )
    if (first === undefined || undeclaredCode(first, tool) !== undefined) return []
    const [variant] = accepted(first)
    const change = schemaChange(first.input, accepted(first), tool.definition.inputSchema)
    return [
      {
        code: 'W031',
        tool: tool.tool,
        message: `The input schema allows ${show(first.input)}, but it is refused while ${show(variant)} is accepted${more(others.length)}: ${failureText(first.answer)}`,
        blame: 'tool',
        evidence: {
          kind: 'refused shape',
          ...(variant !== undefined && { accepted: variant }),
          error: failureText(first.answer),
          ...(change !== undefined && { change }),
          ...seenIn(first),
        },
        ...(change !== undefined && { fix: `Say so in the input schema: ${change}. Or accept the input.` }),
        defect: 'refused shape',
      },
    ]
  },
  examples: {
    keeps: [
      {
        title: 'No near variant was accepted either: it was not the shape.',
        evidence: exampleTool({ calls: [exampleCall(refused)] }),
      },
      {
        title: 'The sandbox refused what the call tried to do.',
        evidence: exampleTool({
          calls: [exampleCall({ ...refused, acceptedVariants: [{ user_id: 'a' }] })],
          effects: [exampleWrite('/srv/users.tmp', { place: 'elsewhere', outcome: 'refused' })],
        }),
      },
    ],
    breaks: [
      {
        title: 'An empty text is refused, though the schema has no `minLength`.',
        evidence: exampleTool({ calls: [exampleCall({ ...refused, acceptedVariants: [{ user_id: 'a' }] })] }),
      },
    ],
  },
}

/** Where the sandbox refused an effect, that may be all that was refused. */
function isHindered({ id }: CallEvidence, { effects }: ToolEvidence): boolean {
  return effects.some((effect) => effect.call === id && effect.kind !== 'process' && effect.outcome === 'refused')
}

function accepted({ acceptedVariants = [] }: CallEvidence): NonNullable<CallEvidence['acceptedVariants']> {
  return acceptedVariants
}
