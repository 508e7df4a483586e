import { failureText } from '../answer-text.ts'
import { answeredBy, failsTest, isGenerated, isErrorAnswer, seenIn } from '../calls.ts'
import { undeclaredCode } from '../error-codes.ts'
import type { CallEvidence } from '../call-evidence.ts'
import { undeclaredEffects } from '../effects.ts'
import type { ToolEvidence } from '../evidence.ts'
import { exampleCall, exampleTool, exampleText } from '../example-evidence.ts'
import type { Finding } from '../finding.ts'
import { isInternalFailure } from '../internal-failure.ts'
import type { ToolRule } from '../rule.ts'
import { withheldOutput } from '../withheld-output.ts'
import { cut, more, show } from '../words.ts'

export const executionFailed: ToolRule = {
  code: 'E004',
  title: 'Execution Failed',
  why: 'A tool that fails on the very input its contract gives as an example, or takes the whole server down with it, fails every agent that relies on it.',
  fix: 'Make the tool answer this input, or write the failure into the test as `expect: { error: CODE }`.',
  means:
    'A declared test is answered by an error that it does not expect, or cannot run because the server does not start with its `env` or within its memory; or the server dies in any call, or right after its answer; or it has to be ended because more than 512 processes run at once. An error answer to a generated input counts only if the program itself failed: an internal error (-32603), or the text of an exception that nobody caught. A refusal that somebody wrote is W031 at most; an error about a thing that does not exist, is out of reach or not allowed never counts.',
  scope: 'tool',
  check: (tool) => [
    ...deaths(tool),
    ...lateDeaths(tool),
    ...unrunTests(tool),
    ...failedTests(tool),
    ...internalFailures(tool),
  ],
  examples: {
    keeps: [
      {
        title: 'A test that expects an error gets one.',
        evidence: exampleTool({
          calls: [exampleCall({ expectsError: true, answer: exampleText('NOT_FOUND: no user 9', { isError: true }) })],
        }),
      },
    ],
    breaks: [
      {
        title: 'A test that expects a result gets an error.',
        evidence: exampleTool({
          calls: [exampleCall({ answer: exampleText('users is undefined', { isError: true }) })],
        }),
      },
      {
        title: 'A generated input, which the input schema allows, brings out an exception that nobody caught.',
        evidence: exampleTool({
          calls: [
            exampleCall({
              purpose: 'generated',
              test: undefined,
              testAt: undefined,
              answer: exampleText("Cannot read properties of undefined (reading 'name')", { isError: true }),
            }),
          ],
        }),
      },
      {
        title: 'The server answers, and dies a moment later.',
        evidence: exampleTool({ calls: [exampleCall({ diedAfter: { exitCode: 1, signal: null } })] }),
      },
      {
        title: 'The server does not start in the environment that the test asks for.',
        evidence: exampleTool({
          calls: [],
          unrun: [{ test: 'in euro', at: ['tests', 0], reason: 'The server did not start: no rate for EUR' }],
        }),
      },
      {
        title: 'The server dies in the call.',
        evidence: exampleTool({
          calls: [
            exampleCall({
              answer: { kind: 'died', exitCode: 1, signal: null, stderr: 'TypeError: users is undefined\n' },
            }),
          ],
        }),
      },
    ],
  },
}

function deaths(tool: ToolEvidence): readonly Finding[] {
  const [first, ...others] = answeredBy(tool, 'died').filter(({ answer }) => !isEndedForAttempt(tool, answer.signal))
  if (first === undefined) return []
  const { exitCode, signal, processes, stderr } = first.answer
  const last = cut(stderr.trimEnd().split('\n').at(-1)?.trim() ?? '', 200)
  return [
    {
      code: 'E004',
      tool: tool.tool,
      message: `The server ${howDied(first.answer)} in the call${more(others.length)}.${last === '' ? '' : ` Its last words: ${last}`}`,
      blame: 'tool',
      evidence: {
        kind: 'died',
        ...(exitCode === null ? {} : { exitCode }),
        ...(signal === null ? {} : { signal }),
        ...(processes === undefined ? {} : { processes }),
        ...(last === '' ? {} : { stderr: last }),
        ...seenIn(first),
      },
      ...testPath(first),
      fix: 'Catch the failure and answer with an error; the server must outlive any call.',
      defect: 'died',
    },
  ]
}

/** A process that asks for a socket no sandbox can hold is ended for it: the attempt is the finding (E017). */
function isEndedForAttempt(tool: ToolEvidence, signal: string | null): boolean {
  return signal === 'SIGSYS' && undeclaredEffects(tool).has('network')
}

function lateDeaths(tool: ToolEvidence): readonly Finding[] {
  const call = tool.calls.find(({ diedAfter }) => diedAfter !== undefined)
  if (call?.diedAfter === undefined) return []
  return [
    {
      code: 'E004',
      tool: tool.tool,
      message: `The server answered, and then ${howDied(call.diedAfter)}.`,
      blame: 'tool',
      evidence: { kind: 'died', when: 'after the answer', ...call.diedAfter, ...seenIn(call) },
      fix: 'Let the server outlive its calls: catch what fails after the answer, and end it only when its input ends.',
      defect: 'died',
    },
  ]
}

function howDied({ exitCode, signal, processes }: NonNullable<CallEvidence['diedAfter']>): string {
  if (processes !== undefined) return `ran ${processes} processes at once, for which the sandbox ended it,`
  return signal === null ? `died with exit code ${exitCode ?? 'unknown'}` : `died by ${signal}`
}

function unrunTests(tool: ToolEvidence): readonly Finding[] {
  const [first, ...others] = tool.unrun
  if (first === undefined) return []
  const { test, at, reason } = first
  return [
    {
      code: 'E004',
      tool: tool.tool,
      message: `Test '${test}' could not run${more(others.length, 'test')}. ${cut(reason, 400)}`,
      blame: 'environment',
      evidence: { kind: 'unrun', reason: cut(reason, 2000) },
      at,
      fix: "Make the server start as the test asks for it: look at the test's `env` and at the memory it may take.",
      defect: 'unrun test',
    },
  ]
}

function failedTests(tool: ToolEvidence): readonly Finding[] {
  return tool.calls
    .filter(
      (call) => failsTest(call) && withheldOutput(call, tool) === undefined && undeclaredCode(call, tool) === undefined,
    )
    .map((call) => ({
      code: 'E004',
      tool: tool.tool,
      message: `Test '${call.test ?? call.id}' was answered by an error it does not expect: ${failureText(call.answer)}`,
      blame: 'tool',
      evidence: { kind: 'error', error: failureText(call.answer), ...seenIn(call) },
      ...testPath(call),
      defect: `failed test ${call.testAt?.join(' ') ?? call.id}`,
    }))
}

function internalFailures(tool: ToolEvidence): readonly Finding[] {
  const [first, ...others] = tool.calls.filter(
    (call) =>
      isGenerated(call) &&
      isErrorAnswer(call.answer) &&
      isInternalFailure(call.answer) &&
      withheldOutput(call, tool) === undefined,
  )
  if (first === undefined || undeclaredCode(first, tool) !== undefined) return []
  return [
    {
      code: 'E004',
      tool: tool.tool,
      message: `The input schema allows ${show(first.input)}, and the tool fails on it${more(others.length)}: ${failureText(first.answer)}`,
      blame: 'tool',
      evidence: { kind: 'internal failure', error: failureText(first.answer), ...seenIn(first) },
      fix: 'Make the tool answer what its input schema allows, or refuse it with a reason.',
      defect: 'internal failure',
    },
  ]
}

function testPath({ purpose, testAt }: CallEvidence): Pick<Finding, 'at'> {
  return purpose === 'test' && testAt !== undefined ? { at: testAt } : {}
}
