/** Markdown made of strangers' texts: emphasis and code in them stay, and nothing else of them is more than text. */
import { printable, printableLines } from '../../report/printable.ts'

/** A text as paragraphs of one line each. */
export function paragraphs(text: string): string {
  return text
    .split(/(?:\r?\n[^\S\n]*){2,}/)
    .map((part) => paragraph(part.split(/\r?\n/).map(printable).join(' ')))
    .filter((part) => part !== '')
    .join('\n\n')
}

/** A text as one line that can stand anywhere, at the start of a line too. */
export function paragraph(text: string): string {
  const line = inline(text)
  return line.replace(/^(?:[-+=#>~:]|\d+(?=[.)]))/, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`))
}

/** List items; the lines of a text that begin with `- ` are items below it. */
export function bullets(texts: readonly string[]): string {
  return texts
    .flatMap((text) => {
      const [first = '', ...rest] = printableLines(text).filter((line) => line.trim() !== '')
      return [`- ${paragraph(first)}`, ...rest.map((line) => `  ${subItem(line.trim())}`)]
    })
    .join('\n')
}

function subItem(line: string): string {
  return line.startsWith('- ') ? `- ${paragraph(line.slice(2))}` : paragraph(line)
}

const SPANS = /(?<!`)`[^`]+`(?!`)|\*\*[^\s*`](?:[^*`]*[^\s*`])?\*\*/g

/** Everything but spans of code and strong text is escaped. */
function inline(text: string): string {
  const line = printable(text).replaceAll(/\s+/g, ' ').trim()
  const spans = line.match(SPANS) ?? []
  const between = line.split(SPANS).map(escapeMarks)
  return between.map((part, index) => `${part}${shownSpan(spans[index])}`).join('')
}

function shownSpan(span: string | undefined): string {
  if (span === undefined) return ''
  return span.startsWith('`') ? span : `**${escapeMarks(span.slice(2, -2))}**`
}

function escapeMarks(text: string): string {
  return text.replaceAll(/[\\`*[\]<>|~&$]|!(?=\[)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
}

/** Code within a line, whatever backticks it has. */
export function code(text: string): string {
  const shown = printable(text)
  const fence = '`'.repeat(longestRun(shown) + 1)
  return shown.includes('`') || shown.trim() === '' ? `${fence} ${shown} ${fence}` : `${fence}${shown}${fence}`
}

/** A block of code that its text cannot end. */
export function codeBlock(language: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text}\n${fence}`
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
}
