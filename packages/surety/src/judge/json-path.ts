import { type Json, isList, isRecord } from '@surety/tool-contracts/tools'

type Step = string | number | typeof ANY
const ANY = Symbol('any')

const STEP = /\.([^.[\]\s'"]+)|\[(\d+|\*)\]|\[(?:'([^']*)'|"([^"]*)")\]/y

/** The value without what the path (`$.a.b`, `$.items[*].id`, `$.a[0]`, `$['a b']`) leads to; items become null, so that others keep their place. */
export function withoutPath(value: Json, path: string): Json {
  const steps = stepsOf(path)
  return steps === undefined ? value : without(value, steps)
}

/** The path one step further down. */
export function deeper(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`
  return /^[A-Za-z_$][\w$-]*$/.test(step) ? `${path}.${step}` : `${path}[${JSON.stringify(step)}]`
}

function stepsOf(path: string): readonly Step[] | undefined {
  if (!path.startsWith('$')) return undefined
  const steps: Step[] = []
  STEP.lastIndex = 1
  while (STEP.lastIndex < path.length) {
    const match = STEP.exec(path)
    if (match === null) return undefined
    const [, name, index, single, double] = match
    const key = name ?? single ?? double
    if (key === '*' || index === '*') steps.push(ANY)
    else steps.push(key ?? Number(index))
  }
  return steps
}

function without(value: Json, [step, ...rest]: readonly Step[]): Json {
  if (step === undefined) return null
  if (isList(value)) {
    return value.map((item, index) => (step === ANY || step === index ? without(item, rest) : item))
  }
  if (!isRecord(value)) return value
  const entries = Object.entries(value).flatMap(([key, field]) => {
    if (step !== ANY && step !== key) return [[key, field] as const]
    return rest.length === 0 ? [] : [[key, without(field, rest)] as const]
  })
  return Object.fromEntries(entries)
}
