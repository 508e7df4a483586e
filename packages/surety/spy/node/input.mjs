const { stringify } = JSON
const SHOWN = 200
const MOST_VALUES = 50_000
const DIFFERENCES = 5

/** A copy that no later change reaches: plain objects and arrays are copied, all else is kept. Throws at what can be no input. */
export function copyOf(value, budget = { left: MOST_VALUES }) {
  if (typeof value === 'function') throw new TypeError('functions are no input')
  budget.left -= 1
  if (budget.left < 0) throw new RangeError('too large, or contains itself')
  if (Array.isArray(value)) return value.map((item) => copyOf(item, budget))
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.keys(value).map((key) => [key, copyOf(value[key], budget)]))
}

function isPlain(value) {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/** Where two values differ, as `{path, before, after}`; the first few of them. */
export function differences(before, after) {
  const found = []
  compare(before, after, '$', found)
  return found
}

function compare(before, after, path, found) {
  if (found.length >= DIFFERENCES || Object.is(before, after)) return
  const alike = Array.isArray(before) === Array.isArray(after) && isTree(before) && isTree(after)
  if (!alike) {
    found.push({ path, before: shown(before), after: shown(after) })
    return
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    compare(before[key], after[key], `${path}${step(before, key)}`, found)
  }
}

const isTree = (value) => Array.isArray(value) || isPlain(value)

function step(parent, key) {
  if (Array.isArray(parent)) return `[${key}]`
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${stringify(key)}]`
}

/** The value itself if it is short as JSON, otherwise the beginning of its text. */
function shown(value) {
  try {
    const text = stringify(value)
    return text === undefined || text.length <= SHOWN ? value : text.slice(0, SHOWN)
  } catch {
    return String(value).slice(0, SHOWN)
  }
}

/** Is this what the call asked for: the very arguments, something that carries them, or what a schema library made of them? */
export function carries(value, input) {
  if (value === input || value?.arguments === input || value?.params?.arguments === input) return true
  if (!isPlain(value)) return false
  const shared = Object.keys(input).filter((key) => Object.hasOwn(value, key))
  // Nothing resembles nothing; whoever gets an empty object for empty input is close enough.
  if (Object.keys(input).length === 0) return Object.keys(value).length === 0
  return shared.length > 0 && shared.every((key) => differences(input[key], value[key]).length === 0)
}
