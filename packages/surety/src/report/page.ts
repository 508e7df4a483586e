import { type Brush, type Paint, createPaint } from './paint.ts'
import { printable, printableLines } from './printable.ts'
import { clip, widthOf, wrap } from './width.ts'

/** Where the text report is written: its colours, its width, and whether it tells everything. */
export interface Page {
  readonly paint: Paint
  readonly columns: number
  readonly verbose: boolean
}

export interface PageOptions {
  readonly color: boolean
  readonly columns: number
  readonly verbose?: boolean
}

/** Lines beyond 120 columns are hard to read, and below 40 there is no room for any. */
export function createPage({ color, columns, verbose = false }: PageOptions): Page {
  return { paint: createPaint(color), columns: Math.min(120, Math.max(40, columns)), verbose }
}

export interface Row {
  readonly label: string
  readonly value: string
  /** To be copied: neither broken nor shortened. */
  readonly whole?: boolean
  readonly brush?: Brush
}

const LABEL = 14
const ROW_LINES = 3
const PARAGRAPH_LINES = 12

/** Labels in one column, values in the next. */
export function table(page: Page, indent: number, rows: readonly Row[]): readonly string[] {
  const labels = rows.map(({ label }) => clip(printable(label), LABEL))
  const gutter = Math.max(0, ...labels.map(widthOf)) + 2
  return rows.flatMap(({ value, whole = false, brush = plain }, index) => {
    const line = printable(value)
    const lines = whole ? [line] : fit(page, [line], page.columns - indent - gutter, ROW_LINES)
    const label = labels[index] ?? ''
    const first = `${page.paint.dim(label)}${' '.repeat(gutter - widthOf(label))}`
    return lines.map((line, at) => `${' '.repeat(indent)}${at === 0 ? first : ' '.repeat(gutter)}${brush(line)}`)
  })
}

const plain: Brush = (text) => text

/** A stranger's sentences; their line breaks stay inside the indentation. */
export function paragraph(page: Page, indent: number, text: string): readonly string[] {
  const lines = fit(page, printableLines(text), page.columns - indent, PARAGRAPH_LINES)
  return lines.map((line) => (line === '' ? '' : `${' '.repeat(indent)}${line}`))
}

/** `a, b, c, d, e and 7 more` */
export function names(page: Page, all: readonly string[]): string {
  const listed = page.verbose ? all : all.slice(0, 5)
  const rest = all.length - listed.length
  const text = listed.map((name) => clip(printable(name), 60)).join(', ')
  return rest === 0 ? text : `${text} and ${rest} more`
}

/** `1 tool`, `2 tools` */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function fit(page: Page, texts: readonly string[], columns: number, most: number): readonly string[] {
  if (page.verbose) return texts.flatMap((text) => wrap(text, columns))
  const lines = texts.slice(0, most + 1).flatMap((text) => wrap(clip(text, columns * (most + 1)), columns))
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), clip(`${lines[most - 1]} …`, columns)]
}
