import { type Json, isList, isRecord } from '@surety/tool-contracts/tools'

/** The way from the root of a value to one of its parts. */
export type Path = readonly (string | number)[]

/** RFC 6901. */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** The property at a path, whichever item of a list it is of: `/lines`, any item, `/qty`. */
export function propertyAt(path: Path): string {
  return pointerOf(path.map((step) => (typeof step === 'number' ? '*' : step)))
}

/** The value with that one part put in; everything else is shared. */
export function put(value: Json, path: Path, part: Json): Json {
  return edit(value, path, () => part) ?? value
}

/** The value without that one part. */
export function drop(value: Json, path: Path): Json {
  return edit(value, path, () => undefined) ?? value
}

function edit(value: Json | undefined, path: Path, change: () => Json | undefined): Json | undefined {
  const [step, ...rest] = path
  if (step === undefined) return change()
  if (isList(value)) return editList(value, Number(step), edit(value[Number(step)], rest, change))
  if (!isRecord(value)) return value
  const key = String(step)
  const part = edit(Object.hasOwn(value, key) ? value[key] : undefined, rest, change)
  const others = Object.entries(value)
  if (part === undefined) return Object.fromEntries(others.filter(([name]) => name !== key))
  if (!Object.hasOwn(value, key)) return Object.fromEntries([...others, [key, part]])
  return Object.fromEntries(others.map(([name, old]) => [name, name === key ? part : old]))
}

function editList(list: readonly Json[], index: number, part: Json | undefined): readonly Json[] {
  return part === undefined ? list.toSpliced(index, 1) : list.with(index, part)
}
