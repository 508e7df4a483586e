import { exampleContract, exampleTool } from '../example-evidence.ts'
import { type Cause, notCheckedWithoutFinding } from '../not-checked.ts'
import { promisePath } from '../promises.ts'
import type { ToolRule } from '../rule.ts'
import { withoutDot } from '../words.ts'

const contract = exampleContract({ dependencies: [], maxOutputBytes: 1024 })

const FIX: Readonly<Record<Cause, string>> = {
  unfinished: 'Let the run go on to its end, or give it more time: `--max-time 10m`.',
  remote:
    'Test the server where it can be watched: start it by its command, in `server` or behind `--`, not by its URL.',
  unseen: 'Run where the sandbox can see more: `surety doctor` tells what is missing here, and how to enable it.',
  blind:
    'Let the tool answer sooner, rest once it has answered, and leave processes that are not its own alone: then its effects can be seen.',
  unspied:
    'Calls between tools are seen in Node and Python servers, where the spy works (`surety doctor`), finds the handlers and has its log to itself. Of a server in which it does not, leave the promise out or accept this under `ignore`.',
  untried: 'Add a test whose call succeeds.',
  unrepeated:
    'Add a test that expects a result, and run where the sandbox contains the tool: only then is every call repeated. `surety doctor` tells whether it does.',
}

export const promiseNotChecked: ToolRule = {
  code: 'W027',
  title: 'Promise Not Checked',
  why: 'A promise that nobody checked is not one that was kept. Silence would look the same as a pass.',
  fix: 'By the reason given: add a test whose call succeeds, or run where the sandbox can see more; `surety doctor` tells what is missing.',
  means:
    'The contract makes a promise that this run could not check, for the reason given: the sandbox cannot see that kind of effect here or could not look into every accepted call of this tool, the tool escaped its tracer or the set-up command left something running, no call gave a result, none could be repeated, the run ended before, or no test has the properties whose wrong values were to be tried. Where another finding already tells why there was no result, only the report lists the promise; one that was found broken is not listed.',
  retest: { needsNoRetest: true },
  neverIgnored: true,
  scope: 'tool',
  check: (tool, run) =>
    notCheckedWithoutFinding(tool, run).map(({ promise, code, reason, cause, fix = FIX[cause] }) => ({
      code: 'W027',
      tool: tool.tool,
      message: `The promise '${promise}' (${code}) was not checked: ${withoutDot(reason)}.`,
      blame: 'environment',
      evidence: { kind: 'unchecked', promise, code, reason },
      at: promisePath(promise),
      fix,
      defect: `unchecked ${promise}`,
    })),
  examples: {
    keeps: [{ title: 'All that the contract promises could be seen.', evidence: exampleTool({ contract }) }],
    breaks: [
      {
        title: 'Calls between tools cannot be seen in this server.',
        evidence: exampleTool({
          contract,
          unchecked: [
            { promise: 'dependencies', code: 'E015', reason: 'calls between tools are seen in Node and Python only' },
          ],
        }),
      },
      {
        title: 'The tool was never called.',
        evidence: exampleTool({
          contract,
          calls: [],
          notCalled: 'no input could be made for its schema; add a test',
        }),
      },
    ],
  },
}
