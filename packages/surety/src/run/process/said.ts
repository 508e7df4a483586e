const MAX_LENGTH = 1600
const FIRST = 1000
const LAST = 400

/** What a program said, in a message: all of it, or its first lines, where the cause stands, and its last. */
export function quoteOutput(stream: string, text: string): readonly string[] {
  const said = text.trim()
  if (said === '') return []
  if (said.length <= MAX_LENGTH) return [`Its ${stream} says: ${said}`]
  return [`Its ${stream} begins: ${upToLine(said.slice(0, FIRST))} … and ends: ${fromLine(said.slice(-LAST))}`]
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
