import type { Json } from '@surety/tool-contracts/tools'
import { layout } from '../judge/layout.ts'

const COLUMNS = 100

/** Text as a YAML scalar: plain where YAML reads it as the same text, quoted otherwise. */
export function scalar(text: string): string {
  const isPlain = /^[A-Za-z][\w ./-]*[\w.]$/.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text)
  return isPlain ? text : visible(JSON.stringify(text))
}

/** A list of texts on one line. */
export function list(items: readonly string[]): string {
  return `[${items.map(scalar).join(', ')}]`
}

/** A value as YAML reads it, which JSON is; the lines after the first are indented. */
export function value(json: Json, indent: string): string {
  return visible(layout(json, COLUMNS, indent))
}

/** The lines as comments. */
export function commented(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split('\n')).map((line) => `# ${line}`)
}

/** JSON leaves characters as they are that editors and terminals do not show, or obey. */
function visible(json: string): string {
  return json.replaceAll(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16)
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`
  })
}
