const MAX_LENGTH = 1600
const FIRST = 1000
/** Where the cause stands further on: a banner need not be read to its end. */
const FIRST_OF_BANNER = 300
const CAUSE_LINES = 3
const CAUSE = /^.*(?:Error|Cannot find|Exception|Traceback|panic).*$/m
const LAST = 400

/** What a program said, in a message: all of it, or its first lines, where the cause stands, and its last. */
export function quoteOutput(stream: string, text: string): readonly string[] {
  const said = text.trim()
  if (said === '') return []
  if (said.length <= MAX_LENGTH) return [`Its ${stream} says: ${said}`]
  const end = `… and ends: ${fromLine(said.slice(-LAST))}`
  const at = CAUSE.exec(said)?.index ?? 0
  const cause = said
    .slice(at, at + FIRST - FIRST_OF_BANNER)
    .split('\n')
    .slice(0, CAUSE_LINES)
    .join('\n')
  const isShown = at + cause.length < FIRST || at >= said.length - LAST
  if (isShown) return [`Its ${stream} begins: ${upToLine(said.slice(0, FIRST))} ${end}`]
  return [`Its ${stream} begins: ${upToLine(said.slice(0, FIRST_OF_BANNER))} … then says: ${cause} ${end}`]
}

/** Cut where a line ends, unless hardly anything were left. */
function upToLine(text: string): string {
  const end = text.lastIndexOf('\n')
  return end < text.length / 2 ? text : text.slice(0, end)
}

function fromLine(text: string): string {
  const start = text.indexOf('\n') + 1
  return start > text.length / 2 ? text : text.slice(start)
}
