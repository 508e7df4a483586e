export type Brush = (text: string) => string

export interface Paint {
  readonly bold: Brush
  readonly dim: Brush
  readonly red: Brush
  readonly green: Brush
  readonly yellow: Brush
}

/** Brushes for a terminal that shows colours, or ones that leave text as it is. */
export function createPaint(color: boolean): Paint {
  const brush =
    (on: number, off: number): Brush =>
    (text) =>
      color && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text
  return { bold: brush(1, 22), dim: brush(2, 22), red: brush(31, 39), green: brush(32, 39), yellow: brush(33, 39) }
}

/** Whether to colour: as NO_COLOR or FORCE_COLOR say, otherwise wherever a person looks at a terminal that can. */
export function wantsColor(env: Readonly<Record<string, string | undefined>>, isTTY: boolean): boolean {
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false
  const forced = env['FORCE_COLOR']
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  return isTTY && env['TERM'] !== 'dumb'
}
