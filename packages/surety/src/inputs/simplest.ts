import { type Json, type JsonObject, isList, isRecord } from '@surety/tool-contracts/tools'
import { fewest, type Search, within } from './search.ts'
import { simplestNumber } from './simplest-number.ts'

/** A value of the same type that fails too, as simple as could be found: its parts as few and each as simple as can be. */
export async function simplest(value: Json, search: Search): Promise<Json> {
  if (isList(value)) return simplestList(value, search)
  if (isRecord(value)) return simplestObject(value, search)
  if (typeof value === 'string') return simplestText(value, search)
  if (typeof value === 'number') return simplestNumber(value, search)
  return value === true && (await search.fails(false)) ? false : value
}

async function simplestList(list: readonly Json[], search: Search): Promise<Json> {
  let items = await fewest(list, search)
  for (const [index, item] of items.entries()) {
    const before = items
    items = before.with(
      index,
      await simplest(
        item,
        within(search, (part: Json) => before.with(index, part)),
      ),
    )
  }
  return items
}

async function simplestObject(object: JsonObject, search: Search): Promise<Json> {
  const without = (dropped: readonly string[]): JsonObject =>
    Object.fromEntries(Object.entries(object).filter(([key]) => !dropped.includes(key)))
  const optional = Object.keys(object).filter((key) => search.isValid(without([key])))
  const withOptional = (keys: readonly string[]): JsonObject => without(optional.filter((key) => !keys.includes(key)))
  let kept = withOptional(await fewest(optional, within({ ...search, thorough: true }, withOptional)))
  for (const [key, item] of Object.entries(kept)) {
    const before = Object.entries(kept)
    // `fromEntries` defines keys of the object's own, `__proto__` too.
    const put = (part: Json): JsonObject =>
      Object.fromEntries(before.map(([name, old]) => [name, name === key ? part : old]))
    kept = put(await simplest(item, within(search, put)))
  }
  return kept
}

async function simplestText(text: string, search: Search): Promise<Json> {
  const characters = Array.from(text)
  const plain = characters.map(() => 'a')
  const joined = within(search, (part: readonly string[]) => part.join(''))
  const kept = await fewest((await joined.fails(plain)) ? plain : characters, joined)
  return kept.join('')
}
