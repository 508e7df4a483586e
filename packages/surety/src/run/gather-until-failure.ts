import type { Gathered, Gathering } from './call/gathering.ts'
import { type Judged, gather } from './gather.ts'
import { mergePasses } from './call/pass.ts'

/** One tool after the other, each in processes of its own; once one fails the others are not called. */
export async function gatherUntilFailure(
  gathering: Gathering,
  confirm: (judged: Judged) => Promise<Judged>,
  fails: (judged: Judged) => Promise<boolean>,
): Promise<Judged> {
  const { subjects, server, judge } = gathering
  if (subjects.length === 0) return gather(gathering)
  const done: Judged[] = []
  for (const subject of subjects) {
    const judged = await gather({ ...gathering, subjects: [subject], warm: done.length === 0 ? gathering.warm : COLD })
    await judged.gone
    // Nothing can be started any more once the run is to end: what was found is confirmed before.
    const confirmed = await confirm(judged)
    done.push({ ...confirmed, findings: confirmed.findings.filter(({ tool }) => tool === subject.tool) })
    if (server.stop.reason === undefined && (await fails(confirmed))) server.stop.ask('first failure')
  }
  const seen: Gathered = {
    tools: done.flatMap(({ tools }) => tools),
    unexplained: done.flatMap(({ unexplained }) => unexplained),
    pass: mergePasses(done.map(({ pass }) => pass)),
  }
  const called = new Set<string | null>(subjects.map(({ tool }) => tool))
  const ofOthers = judge(seen).filter(({ tool }) => !called.has(tool))
  return { ...seen, findings: [...done.flatMap(({ findings }) => findings), ...ofOthers], gone: Promise.resolve() }
}

const COLD: Gathering['warm'] = { traced: [], fresh: [] }
