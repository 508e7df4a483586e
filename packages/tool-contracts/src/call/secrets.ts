import type { FieldPath } from '../contract/field-path.ts'
import { secretsAt, withoutSecrets } from '../journal/redact.ts'
import type { Result } from '../outcome.ts'

/** The sensitive values a call has met so far: its caller's, its input's, its output's. */
export class Secrets {
  /** Longest first: a short one hidden inside a longer one would leave the rest of it to be read. */
  texts: readonly string[]

  constructor(texts: readonly string[]) {
    this.texts = texts
  }

  /** What a schema made of the input, or the tool answered, may be sensitive in a form of its own. */
  learn(value: unknown, paths: readonly FieldPath[]): void {
    if (paths.length === 0) return
    const all = new Set([...this.texts, ...secretsAt(value, paths)])
    this.texts = [...all].toSorted((a, b) => b.length - a.length)
  }

  hide<T>(value: T): T {
    return withoutSecrets(value, this.texts)
  }

  /** The result without the secrets a refusal would quote; what the refusal means stays as it is. */
  hideIn<T>(result: Result<T>): Result<T> {
    if (result.ok || this.texts.length === 0) return result
    const { message, details } = result.error
    return { ok: false, error: { ...result.error, message: this.hide(message), details: this.hide(details) } }
  }
}
