import { isSome } from '../effects.ts'
import type { FileEffect } from '../effect-evidence.ts'
import type { RunEvidence } from '../evidence.ts'
import { exampleCall, exampleContract, exampleRun, exampleTool, exampleWrite } from '../example-evidence.ts'
import { keptByServer, ownStateOf, stateIn } from './own-state.ts'
import type { RunRule } from '../rule.ts'
import { stateFolders } from '../state-folder.ts'
import { list } from '../words.ts'

export const stateOutsideTheProject: RunRule = {
  code: 'W032',
  title: 'State Outside The Project',
  why: 'Logs, caches and profiles that a server keeps for itself stay on the machine when the work is done: they may hold what was asked and answered, and nobody who looks at the project finds them.',
  fix: 'Tell in the README what is kept where and how to turn it off, and keep it in one folder. Accept it in surety.yaml: `ignore: [{ code: W032, reason: its own log }]`.',
  means:
    'The server left new files of its own outside the project: in calls of tools without a contract anywhere; under `side_effects: filesystem` in folders of the home that are for caches, settings and logs (`~/.cache/name`, `~/.config/name`, `~/.name/`). It is said once for the server, with the tools in whose calls it was seen. A place that the input of the call named is the caller’s choice; a file that is gone when the call ends is nothing. Under a contract that does not say `side_effects: filesystem` these are E017, and so is, under any contract, a new file elsewhere in the home or where other programs run or trust it (`~/.ssh`, `~/.config/autostart`); a file that was there before is no new one, and changing it contradicts readOnlyHint (E019). What a shim of a version manager writes to the manager’s own folders is the machine’s and nobody’s. What a login shell writes before it starts a program may be its profile’s or the server’s: that is W032 too, with a contract or without.',
  seenFromOutside: true,
  scope: 'run',
  check(run) {
    const keeping = run.tools.flatMap((tool) => ownStateOf(tool).map((file) => ({ tool: tool.tool, file })))
    const files = [...keeping.map(({ file }) => file), ...unexplained(run)]
    if (!isSome(files)) return []
    const folders = stateFolders(files)
    const tools = [...new Set(keeping.map(({ tool }) => tool))]
    const [{ place }] = files
    return [
      {
        code: 'W032',
        tool: null,
        message: `The server ${files.some(({ outcome }) => outcome === 'lasting') ? 'keeps' : 'tried to keep'} files of its own outside the project: ${list(folders)}${tools.length === 0 ? '' : `; seen in calls of ${list(tools, 5)}`}.`,
        blame: 'tool',
        evidence: { kind: 'state', place, all: folders.slice(0, 20), tools },
        defect: 'state outside',
      },
    ]
  },
  examples: {
    keeps: [
      {
        title: 'The tool writes where its caller said.',
        evidence: exampleRun({
          tools: [
            exampleTool({
              calls: [exampleCall({ input: { file: '/tmp/report.html' } })],
              effects: [exampleWrite('/tmp/report.html', { place: 'temp' })],
            }),
          ],
        }),
      },
      {
        title: 'A contract promises no side effects: that is E017.',
        evidence: exampleRun({
          tools: [
            exampleTool({
              contract: exampleContract({ sideEffects: 'none' }),
              effects: [exampleWrite('/home/ada/.cache/users/log.txt', { place: 'home' })],
            }),
          ],
        }),
      },
      {
        title: 'A contract declares temporary files.',
        evidence: exampleRun({
          tools: [
            exampleTool({
              contract: exampleContract({ sideEffects: 'filesystem' }),
              effects: [exampleWrite('/tmp/cache.json', { place: 'temp' })],
            }),
          ],
        }),
      },
    ],
    breaks: [
      {
        title: 'A tool that may write has the server write its log, which its contract cannot declare.',
        evidence: exampleRun({
          tools: [
            exampleTool({
              contract: exampleContract({ sideEffects: 'filesystem' }),
              effects: [exampleWrite('/home/ada/.local/state/users/log.txt', { place: 'home' })],
            }),
          ],
        }),
      },
      {
        title: 'A read-only tool has the server write its log.',
        evidence: exampleRun({
          tools: [
            exampleTool({
              definition: { name: 'fetch_user', annotations: { readOnlyHint: true } },
              effects: [exampleWrite('/home/ada/.cache/users/log.txt', { place: 'home' })],
            }),
          ],
        }),
      },
    ],
  },
}

/** What no call reproduced; where there are contracts, it is theirs to allow it or not, if it is not the server's own. */
function unexplained(run: RunEvidence): readonly FileEffect[] {
  const kept = new Set(keptByServer(run))
  return stateIn(run.server.unexplained).filter(
    (effect) => run.contracts.length === 0 || effect.unsure === true || kept.has(effect),
  )
}
