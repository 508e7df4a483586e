import type { ModuleAnswer } from '../modules/module.ts'

/** What a verb found out: for `--json`, for people, and whether it is a failure. */
export interface Told {
  readonly value: unknown
  readonly text: string
  readonly failed?: boolean
}

export function told<T>(answer: ModuleAnswer<T>, tell: (value: T) => Told): ModuleAnswer<Told> {
  return answer.ok ? { ok: true, value: tell(answer.value) } : answer
}
