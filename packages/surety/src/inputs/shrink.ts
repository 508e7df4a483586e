import type { Json } from '@surety/tool-contracts/tools'
import { fits } from './fits.ts'
import { openSchema } from './schema.ts'
import { simplest } from './simplest.ts'

export interface ShrinkOptions {
  readonly maxCalls: number
  /** The last word on whether an input is valid; only valid ones are tried. */
  readonly validate?: (input: Json) => boolean
}

/** Whether a value is valid costs no call, but it takes its time. */
const MAX_CHECKS = 10_000

/** The simplest valid input found that still fails, in a bounded number of tries. */
export async function shrinkInput(
  schema: unknown,
  failing: Json,
  stillFails: (input: Json) => Promise<boolean>,
  { maxCalls, validate }: ShrinkOptions,
): Promise<Json> {
  const opened = openSchema(schema)
  if (!opened.ok) return failing
  const { root } = opened
  const answers = new Map([[JSON.stringify(failing), true]])
  let calls = 0
  let checks = 0

  function isValid(value: Json): boolean {
    if (calls >= maxCalls || ++checks > MAX_CHECKS) return false
    return fits(root, root.schema, value, { formats: true }) && validate?.(value) !== false
  }

  async function fails(value: Json): Promise<boolean> {
    const text = JSON.stringify(value)
    const known = answers.get(text)
    if (known !== undefined) return known
    if (!isValid(value)) return false
    calls++
    const answer = await stillFails(value)
    answers.set(text, answer)
    return answer
  }

  let found = failing
  let thorough = false
  while (true) {
    const before = JSON.stringify(found)
    // Each round begins with what the one before it found: what one part allows another may have hindered.
    found = await simplest(found, { isValid, fails, thorough })
    if (thorough && JSON.stringify(found) === before) return found
    thorough = true
  }
}
