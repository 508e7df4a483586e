/** TypeScript text made of strangers' texts: none of them can end a string, a comment or a line. */
import { type Json, isList, isRecord } from '@surety/tool-contracts/tools'

/** What can hide in a line, reorder it or end it. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu

/** A value as a TypeScript expression. */
export function literal(value: Json): string {
  if (isList(value)) return `[${value.map(literal).join(', ')}]`
  if (!isRecord(value)) return JSON.stringify(value).replace(UNPRINTABLE, escaped)
  const entries = Object.entries(value).map(([key, item]) => `${propertyKey(key)}: ${literal(item)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** A name as the key of an object literal: `__proto__` would set the prototype. */
export function propertyKey(name: string): string {
  if (name === '__proto__') return '["__proto__"]'
  return IDENTIFIER.test(name) ? name : literal(name)
}

/** `{ … }` or `[ … ]` with an entry a line. */
export function block(open: string, entries: readonly string[], close: string): string {
  if (entries.length === 0) return `${open}${close}`
  return `${open}\n${entries.map((entry) => `  ${indented(entry)},\n`).join('')}${close}`
}

/** What follows the first line, two spaces in: texts have no line breaks of their own. */
export function indented(code: string): string {
  return code.replaceAll('\n', '\n  ')
}

/** A doc comment of these lines, which cannot end it; none where nothing is said. */
export function docComment(lines: readonly string[]): string {
  const shown = lines.flatMap((line) => line.trim().split(/\r\n|[\n\r]/)).map(commentLine)
  if (shown.every((line) => line === '')) return ''
  if (shown.length === 1) return `/** ${shown[0]} */\n`
  return `/**\n${shown.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}

function commentLine(text: string): string {
  return text.trimEnd().replace(UNPRINTABLE, escaped).replaceAll('*/', '*\\/')
}

/** As a string, a regular expression and JSON write it. */
function escaped(char: string): string {
  return Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
    '',
  )
}
