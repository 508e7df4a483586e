/** From the root of a configuration: `['tables', 0, 'fields', 2, 'max']`. */
export type Path = readonly (string | number)[]

/** What is wrong with the data of a configuration. */
export interface Fault {
  /** A path that leads to nothing stands for the nearest mapping around it. */
  readonly path: Path
  /** Is the key itself to blame, or what it holds? */
  readonly part: 'key' | 'value'
  readonly message: string
}

const PLAIN_KEY = /^[A-Za-z_$][\w$-]*$/

/** `tables[0].fields[2].max` */
export function pathText(path: Path): string {
  return path
    .map((part) => {
      if (typeof part === 'number') return `[${part}]`
      return PLAIN_KEY.test(part) ? `.${part}` : `[${JSON.stringify(shortened(part))}]`
    })
    .join('')
    .replace(/^\./, '')
}

/** A name in a sentence: as much as is needed to find it, and nothing that would disturb a terminal. */
export function quoted(name: string): string {
  return `'${JSON.stringify(shortened(name))
    .slice(1, -1)
    .replaceAll(INVISIBLE, '\uFFFD')
    .replaceAll(String.raw`\"`, '"')}'`
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
const LONGEST = 80

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 3)}...`
}
