import { type Entry, type Reader, anyText, nameOf } from '../yaml/reader.ts'

export type Variables = Readonly<Record<string, string | undefined>>

/**
 * Text in which `${NAME}` stands for a variable of the environment, and which is no secret itself. Without variables it stays as
 * it is written.
 */
export function fromEnvironment(variables: Variables | undefined): Reader<string> {
  return {
    read(entry) {
      const { value, path } = entry
      if (typeof value !== 'string') return notText(entry)
      if (isSecret(String(path.at(-1)), value)) {
        return entry.say(`${nameOf(path)} is a secret written into the file.`, IN_ENVIRONMENT)
      }
      if (variables === undefined) return value
      const missing = [...value.matchAll(REFERENCE)].flatMap(([, name = '']) =>
        Object.hasOwn(variables, name) ? [] : [name],
      )
      for (const name of missing) {
        entry.say(`${nameOf(path)} needs ${name}, which is not set.`, `Set ${name} in the environment.`)
      }
      return missing.length > 0 ? undefined : value.replaceAll(REFERENCE, (_, name: string) => variables[name] ?? '')
    },
    schema: anyText.schema,
  }
}

export const REFERENCE: RegExp = /\$\{([A-Za-z_]\w*)\}/g
const IN_ENVIRONMENT = 'Put it in the environment and write ${NAME} here.'

/** The value is not shown: it may be a secret. */
function notText({ path, say, value }: Entry): undefined {
  const kind = value === null ? 'empty' : `a ${typeof value}`
  return say(`${nameOf(path)} must be text, but is ${kind}.`, 'Put it in quotes.')
}

const SECRET_NAME = /(?:(?:^|[_-]|api|access|private)key|token|secret|password|passwd|^authorization)$/i
const CREDENTIALS = [
  /\bsk-[\w-]{16,}/,
  /\b(?:gh[pousr]_|github_pat_|glpat-|npm_|xox[abprs]-)[\w-]{10,}/,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\bAIza[\w-]{30,}/,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\./,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\bBearer\s+[\w.~+/-]{8,}/i,
  /:\/\/[^/\s:@]+:[^/\s@]+@/,
]

function isSecret(name: string, value: string): boolean {
  const literal = value.replaceAll(REFERENCE, '')
  const isNamed = SECRET_NAME.test(name) && value !== '' && literal === value
  return isNamed || CREDENTIALS.some((credential) => credential.test(literal))
}
