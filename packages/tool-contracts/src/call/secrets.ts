import type { FieldPath } from '../contract/field-path.ts'
import { secretsAt } from '../journal/redact.ts'
import { withoutSecrets } from '../journal/without-secrets.ts'
import type { Result } from '../outcome.ts'

/** The sensitive values a call has met so far: its caller's, its input's, its output's. */
export class Secrets {
  texts: readonly string[]

  constructor(texts: readonly string[]) {
    this.texts = texts
  }

  /** What a schema made of the input, or the tool answered, may be sensitive in a form of its own. */
  learn(value: unknown, paths: readonly FieldPath[]): void {
    if (paths.length === 0) return
    const known = new Set(this.texts)
    const found = secretsAt(value, paths).filter((text) => !known.has(text))
    if (found.length > 0) this.texts = [...this.texts, ...found]
  }

  hide<T>(value: T): T {
    return withoutSecrets(value, this.texts)
  }

  areIn(value: unknown): boolean {
    return this.texts.length > 0 && JSON.stringify(this.hide(value)) !== JSON.stringify(value)
  }

  /** The result without the secrets a refusal would quote; what the refusal means stays as it is. */
  hideIn<T>(result: Result<T>): Result<T> {
    if (result.ok || this.texts.length === 0) return result
    const { message, details } = result.error
    return { ok: false, error: { ...result.error, message: this.hide(message), details: this.hide(details) } }
  }
}
