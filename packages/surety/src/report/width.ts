const ASCII = /^[ -~]*$/
const INVISIBLE = /^[\p{M}\u200c\u200d]+$/u
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303e\uff01-\uff60\uffe0-\uffe6])|\ufe0f/u

let segmenter: Intl.Segmenter | undefined

/** Made when it is first needed, which is seldom: it takes long to make. */
function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** Columns a printable text takes in a terminal, as near as one can know. */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes(text)) width += graphemeWidth(segment)
  return width
}

/** The text, or as much of its beginning as fits with an ellipsis; never half a character. */
export function clip(text: string, columns: number): string {
  if (ASCII.test(text)) return text.length <= columns ? text : `${text.slice(0, columns - 1)}…`
  let width = 0
  let kept = ''
  for (const { segment, index } of graphemes(text)) {
    width += graphemeWidth(segment)
    if (width > columns) return `${kept}…`
    if (width < columns) kept = text.slice(0, index + segment.length)
  }
  return text
}

/** Lines of at most so many columns, broken at spaces where there are any. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= columns) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = chop(word, columns)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  return [...lines, line]
}

function chop(word: string, columns: number): readonly string[] {
  if (widthOf(word) <= columns) return [word]
  const pieces: string[] = []
  let piece = ''
  let width = 0
  for (const { segment } of graphemes(word)) {
    const more = graphemeWidth(segment)
    if (piece !== '' && width + more > columns) {
      pieces.push(piece)
      piece = ''
      width = 0
    }
    piece += segment
    width += more
  }
  return [...pieces, piece]
}

function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0
  return WIDE.test(grapheme) ? 2 : 1
}
