/** Text in lines of at most so many columns, indent included; a word longer than that has a line of its own. */
export function wrap(text: string, columns: number, indent: string = ''): string {
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? ''
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && indent.length + longer.length > columns) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines.map((line) => `${indent}${line}`).join('\n')
}
