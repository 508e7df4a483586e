import { distinctCalls, seenIn } from '../calls.ts'
import { type Credential, credentialsIn, masked } from './credentials.ts'
import type { CallEvidence } from '../call-evidence.ts'
import { exampleCall, exampleText, exampleTool } from '../example-evidence.ts'
import { stringsIn } from '../json.ts'
import type { ToolRule } from '../rule.ts'
import { more } from '../words.ts'

export const secretInOutput: ToolRule = {
  code: 'W025',
  title: 'Secret in Output',
  why: 'What a tool answers is kept in conversations, logs and traces, and is sent to a model. A secret in there is out.',
  fix: 'Leave the secret out of the answer; if it was a real one, revoke it.',
  means:
    "A text of an answer has the shape of a well-known credential (such as an AWS key, a GitHub, Slack, Stripe or npm token, a JSON Web Token or a private key), or holds a value planted in the server's environment to see whether it leaks. What the input itself contained is no leak. The finding never repeats the secret.",
  scope: 'tool',
  check(tool, { canaries }) {
    const leaks = distinctCalls(tool).flatMap((call) =>
      secretsIn(call, canaries).map((secret) => ({ call, ...secret })),
    )
    return [...new Set(leaks.map(({ kind }) => kind))].flatMap((kind) => {
      const [first, ...others] = leaks.filter((leak) => leak.kind === kind)
      if (first === undefined) return []
      return {
        code: 'W025',
        tool: tool.tool,
        message: `An answer holds ${kind === CANARY ? "a value of the server's environment" : `what looks like a credential: ${kind}`} ${masked(first.text)}${more(others.length, 'place')}.`,
        blame: 'tool',
        evidence: { kind: 'secret', credential: kind, secret: masked(first.text), ...seenIn(first.call) },
        defect: `secret ${kind}`,
      }
    })
  },
  examples: {
    keeps: [
      {
        title: 'A placeholder in a help text.',
        evidence: exampleTool({
          calls: [exampleCall({ answer: exampleText(`Set GITHUB_TOKEN=ghp_${'x'.repeat(36)} first.`) })],
        }),
      },
    ],
    breaks: [
      {
        title: 'The answer prints the environment.',
        evidence: exampleTool({ calls: [exampleCall({ answer: exampleText('API_KEY=canary-7Qm2xV9tLw4c') })] }),
      },
    ],
  },
}

const CANARY = 'environment'

function secretsIn({ answer, input }: CallEvidence, canaries: readonly string[]): readonly Credential[] {
  const texts =
    answer.kind === 'error'
      ? [answer.message]
      : answer.kind === 'result'
        ? stringsIn([...answer.content, answer.structuredContent ?? null], ['data', 'blob'])
        : []
  const sent = stringsIn(input)
  return texts
    .flatMap((text) => {
      const planted = canaries.filter((canary) => canary !== '' && text.includes(canary))
      // A value that is known needs no guess at what it is.
      const guessed = credentialsIn(text).filter((one) => !planted.some((canary) => canary.includes(one.text)))
      return [...guessed, ...planted.map((canary) => ({ kind: CANARY, text: canary }))]
    })
    .filter(({ text }) => !sent.some((value) => value.includes(text)))
}
