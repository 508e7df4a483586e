import { isRecord } from '@surety/tool-contracts/tools'
import { printableJson } from '../../report/printable.ts'

const WIDTH = 80

/** JSON as people write it: two spaces in, and short lists of plain values on one line; small objects too, where asked. */
export function jsonText(value: unknown, options: { readonly smallObjects?: boolean } = {}): string {
  const isSmall = options.smallObjects === true
  return write(value, '')

  function write(value: unknown, margin: string): string {
    if (!Array.isArray(value) && !isRecord(value)) return scalar(value)
    const inner = `${margin}  `
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
    const items = Array.isArray(value)
      ? value.map((item: unknown) => write(item, inner))
      : stated(value).map(([key, item]) => `${scalar(key)}: ${write(item, inner)}`)
    const line = `${open}${items.join(', ')}${close}`
    if (items.length === 0 || (fitsLine(value) && line.length <= WIDTH)) return line
    return `${open}\n${items.map((item) => `${inner}${item}`).join(',\n')}\n${margin}${close}`
  }

  function fitsLine(value: unknown[] | Record<string, unknown>): boolean {
    const isFlat = Object.values(value).every((item) => typeof item !== 'object' || item === null)
    return isFlat && (Array.isArray(value) || (isSmall && stated(value).length <= 2))
  }
}

function stated(value: Record<string, unknown>): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined)
}

/** No character of it hides, reorders or ends a line. */
function scalar(value: unknown): string {
  return printableJson(value ?? null).trimEnd()
}
