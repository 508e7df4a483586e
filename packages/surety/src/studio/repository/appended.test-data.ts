export interface Line {
  readonly caller: string
  readonly number: number
}

/** The lines that are whole JSON; a torn one is not. */
export function wholeLines(text: string): Line[] {
  return text.trimEnd().split('\n').flatMap(wholeLine)
}

function wholeLine(line: string): Line[] {
  try {
    const { caller, number } = JSON.parse(line)
    return [{ caller, number }]
  } catch {
    return []
  }
}

/** What each caller appended, in the order in which it stands in the file. Every line must be whole. */
export function byCaller(text: string): Record<string, number[]> {
  const lines = wholeLines(text)
  if (!text.endsWith('\n') || lines.length !== text.split('\n').length - 1) throw new Error('A line is torn.')
  const callers: Record<string, number[]> = {}
  for (const { caller, number } of lines) (callers[caller] ??= []).push(number)
  return callers
}
