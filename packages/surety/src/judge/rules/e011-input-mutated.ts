import { type Json, isRecord, textsIn } from '@surety/tool-contracts/tools'
import { callOf, distinctCalls, seenIn, succeeded } from '../calls.ts'
import { differences } from '../differences.ts'
import type { CallEvidence } from '../call-evidence.ts'
import type { ToolEvidence } from '../evidence.ts'
import { exampleAnswer, exampleCall, exampleTool } from '../example-evidence.ts'
import type { Finding } from '../finding.ts'
import { fieldOf, parseStructure } from '../json.ts'
import type { ToolRule } from '../rule.ts'
import { clip, more, show } from '../words.ts'

/** What tools call the request when they hand it back. */
const ECHOES = ['input', 'args', 'arguments', 'params', 'request', 'received']

export const inputMutated: ToolRule = {
  code: 'E011',
  title: 'Input Mutated',
  why: 'INV-MCP-005: whoever else holds the input, a journal, a retry or the next handler, suddenly works on something nobody sent.',
  fix: 'Treat the input as immutable: copy what has to change.',
  means:
    'A value of the input was different after the handler ran, as seen inside the server; or the answer echoes the request (under input, args, arguments, params, request or received) with the same keys and another value. Where the inputs of a server can be seen, a tool whose calls could not be looked into is listed as not checked.',
  retest: { lookInside: true },
  seenFromOutside: true,
  scope: 'tool',
  check: (tool) => [...seenInside(tool), ...changedEchoes(tool)],
  examples: {
    keeps: [
      {
        title: 'The request is handed back as it came.',
        evidence: exampleTool({
          calls: [exampleCall({ input: { tags: ['b', 'a'] }, answer: exampleAnswer({ input: { tags: ['b', 'a'] } }) })],
        }),
      },
    ],
    breaks: [
      {
        title: 'The handler sorts the list it was given.',
        evidence: exampleTool({ mutations: [{ path: '/tags/0', before: 'b', after: 'a', call: 1 }] }),
      },
      {
        title: 'The request is handed back sorted.',
        evidence: exampleTool({
          calls: [exampleCall({ input: { tags: ['b', 'a'] }, answer: exampleAnswer({ input: { tags: ['a', 'b'] } }) })],
        }),
      },
    ],
  },
}

function seenInside(tool: ToolEvidence): readonly Finding[] {
  const [first, ...others] = tool.mutations
  if (first === undefined) return []
  const { path, before, after, call } = first
  return [
    {
      code: 'E011',
      tool: tool.tool,
      message: `The handler changed its input at ${path || 'the root'} from ${show(before)} to ${show(after)}${more(others.length, 'place')}.`,
      blame: 'tool',
      evidence: { kind: 'mutation', path, before: clip(before), after: clip(after), ...seenIn(callOf(tool, call)) },
      defect: 'input',
    },
  ]
}

function changedEchoes(tool: ToolEvidence): readonly Finding[] {
  for (const call of distinctCalls(tool)) {
    for (const [name, echo] of echoesIn(call)) {
      const [first] = differences(call.input, echo)
      if (first === undefined) continue
      const { path, before, after } = first
      return [
        {
          code: 'E011',
          tool: tool.tool,
          message: `The answer hands the request back as '${name}', changed at ${path} from ${show(before)} to ${show(after)}.`,
          blame: 'tool',
          evidence: { kind: 'echo', path, before: clip(before), after: clip(after), ...seenIn(call) },
          defect: 'input',
        },
      ]
    }
  }
  return []
}

/** What the answer calls the request and has exactly its keys. */
function echoesIn(call: CallEvidence): readonly (readonly [string, Json])[] {
  const { input } = call
  if (!succeeded(call) || call.purpose === 'invalid' || !isRecord(input)) return []
  const keys = keysOf(input)
  if (keys === '') return []
  const texts = textsIn(call.answer).map(parseStructure)
  return [call.answer.structuredContent, ...texts].flatMap((output) =>
    ECHOES.flatMap((name) => {
      const echo = fieldOf(output, name)
      return isRecord(echo) && keysOf(echo) === keys ? [[name, echo] as const] : []
    }),
  )
}

function keysOf(value: { readonly [key: string]: Json }): string {
  return Object.keys(value).toSorted().join('\n')
}
