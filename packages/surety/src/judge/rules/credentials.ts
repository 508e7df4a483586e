/** Shapes of well-known credentials. No pattern can start in the middle of a word, so none is slow on a long one. */
const SHAPES: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['AWS access key', /(?<!\w)(?:AKIA|ASIA)[A-Z0-9]{16}(?!\w)/g],
  ['GitHub token', /(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{22,255})/g],
  ['GitLab token', /(?<!\w)glpat-[\w-]{20,100}/g],
  ['Slack token', /(?<!\w)(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,250}/g],
  ['Stripe key', /(?<!\w)(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,250}/g],
  ['Google API key', /(?<!\w)AIza[\w-]{35}(?!\w)/g],
  ['Google access token', /(?<!\w)ya29\.[\w-]{20,500}/g],
  ['OpenAI or Anthropic key', /(?<![\w-])sk-(?:[a-z]{2,8}\d{0,2}-){0,2}\w{12,250}[\w-]{20,250}/g],
  ['npm token', /(?<!\w)npm_[A-Za-z0-9]{36}(?!\w)/g],
  ['SendGrid key', /(?<!\w)SG\.[\w-]{16,64}\.[\w-]{16,64}/g],
  ['JSON Web Token', /(?<![\w-])eyJ[\w-]{10,4000}\.eyJ[\w-]{10,4000}\.[\w-]{10,4000}/g],
  ['private key', /-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY-----/g],
]

export interface Credential {
  readonly kind: string
  readonly text: string
}

/** No credential is without a long word. */
const LONG_WORD = /[\w-]{13}|PRIVATE/

/** What in the text has the shape of a credential; placeholders of few different characters are none. */
export function credentialsIn(text: string): readonly Credential[] {
  if (!LONG_WORD.test(text)) return []
  return SHAPES.flatMap(([kind, pattern]) =>
    (text.match(pattern) ?? [])
      .filter((match) => kind === 'private key' || !isPlaceholder(match))
      .map((match) => ({ kind, text: match })),
  )
}

/** Nothing of a secret but its length: what is found goes into logs, and into files that are committed. */
export function masked(secret: string): string {
  return `(${secret.length} characters)`
}

function isPlaceholder(text: string): boolean {
  const body = text.replace(/^\w+?[-_.]/, '')
  return new Set(body).size < 8 || !/\d/.test(body) || /example/i.test(body)
}
