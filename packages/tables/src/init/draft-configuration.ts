import { Document, Scalar, isMap, isSeq } from 'yaml'
import type { TableInfo } from '../store/table-info.ts'
import { type DraftTable, draftTable } from './draft-table.ts'

export interface DraftOptions {
  /** Where editors find the JSON Schema of a configuration. */
  readonly schema?: string
}

/** A configuration in YAML of tools that insert into these tables; what it cannot say is a comment. */
export function draftConfiguration(tables: readonly TableInfo[], { schema }: DraftOptions = {}): string {
  const takenIds = new Set<string>()
  const drafts = tables.map((table) => draftTable(table, takenIds))
  const document = new Document({ version: '1.0.0', tables: drafts.flatMap(({ config }) => config ?? []) })
  addComments(document, drafts)
  const firstLine = schema === undefined ? '' : `# yaml-language-server: $schema=${schema}\n`
  // A block would lose the spaces of a text of spaces and lines.
  return firstLine + document.toString({ lineWidth: 0, blockQuote: false })
}

function addComments(document: Document, drafts: readonly DraftTable[]): void {
  const version = document.get('version', true)
  if (version instanceof Scalar) version.type = Scalar.QUOTE_DOUBLE
  const list = document.get('tables', true)
  const nodes = isSeq(list) ? [...list.items] : []
  const total = nodes.length
  const leftOut = drafts.filter(({ config }) => config === undefined)
  if (leftOut.length > 0) document.comment = comment(leftOut.flatMap(({ notes }) => notes))

  for (const { config, notes, fieldNotes } of drafts) {
    const node = config === undefined ? undefined : nodes.shift()
    if (!isMap(node)) continue
    node.spaceBefore = nodes.length < total - 1
    if (notes.length > 0) node.commentBefore = comment(notes)
    const fields = node.get('fields', true)
    for (const [index, { name }] of (config?.fields ?? []).entries()) {
      const note = fieldNotes.get(name)
      const field = isSeq(fields) ? fields.items[index] : undefined
      if (isMap(field) && note !== undefined) field.commentBefore = comment([note])
    }
  }
}

function comment(lines: readonly string[]): string {
  return lines.map((line) => ` ${line}`).join('\n')
}
