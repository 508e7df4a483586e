import { newGroup } from './group.mjs'
import { eachObject } from './heap.mjs'
import { quietly } from './quietly.mjs'

/** Under which names an entry of a registry keeps its function. */
const HANDLER_KEYS = 'handler callback cb execute executor run fn func call invoke handle action impl'.split(' ')
/** Entries that carry their own name are of one group if their function stands under the same key. */
const entryGroups = new Map()

/** Where the process keeps functions under tools' names: `{get, put, tool, group}`; `onMap` is shown every Map on the way. */
export function slotsFor(tools, onMap) {
  const slots = []
  const entries = []
  eachObject((holder) =>
    quietly(() => {
      if (holder instanceof Map) {
        onMap(holder)
        slots.push(...slotsInMap(holder, tools))
      } else if (!Array.isArray(holder)) slots.push(...slotsIn(holder, tools))
      if (tools.has(nameOf(holder))) entries.push(holder)
    }),
  )
  // Last, so that what a registry holds as well counts as the registry's.
  for (const entry of entries) quietly(() => slots.push(...slotsOf(entry, nameOf(entry), groupOfEntries)))
  return slots
}

function slotsIn(holder, tools) {
  // Of bytes there are many, and none is a tool.
  if (ArrayBuffer.isView(holder)) return []
  const group = newGroup()
  return namesIn(tools, Object.getOwnPropertyNames(holder)).flatMap((tool) => {
    const value = Object.getOwnPropertyDescriptor(holder, tool)?.value
    return typeof value === 'function' ? [slotAt(holder, tool, tool, group)] : slotsOf(value, tool, () => group)
  })
}

function slotsInMap(map, tools) {
  const group = newGroup()
  return namesIn(tools, [...map.keys()]).flatMap((tool) => {
    const value = map.get(tool)
    const slot = { get: () => map.get(tool), put: (wrapped) => map.set(tool, wrapped), tool, group }
    return typeof value === 'function' ? [slot] : slotsOf(value, tool, () => group)
  })
}

const namesIn = (tools, keys) => keys.filter((key) => tools.has(key))

/** The functions that something keeps which may be an entry of a registry, or a handler itself. */
export const functionsOf = (value) =>
  typeof value === 'function' ? [value] : (quietly(() => keysIn(value).map((key) => value[key])) ?? [])

const keysIn = (entry) => HANDLER_KEYS.filter((key) => typeof entry[key] === 'function')

/** The functions an entry of a registry keeps. */
function slotsOf(entry, tool, groupFor) {
  if (typeof entry !== 'object' || entry === null) return []
  return keysIn(entry).map((key) => {
    const group = groupFor(key)
    // What the SDK keeps of a tool needs no confirmation.
    if (Object.hasOwn(entry, 'enabled') && Object.hasOwn(entry, 'inputSchema')) group.confirmed = true
    return slotAt(entry, key, tool, group)
  })
}

function slotAt(holder, key, tool, group) {
  const { enumerable = false, writable = true } = Object.getOwnPropertyDescriptor(holder, key) ?? {}
  const put = (value) =>
    writable && Object.defineProperty(holder, key, { value, enumerable, writable, configurable: true })
  return { get: () => holder[key], put, tool, group }
}

/** The name an entry carries itself; functions have one by nature. */
const nameOf = (holder) =>
  typeof holder === 'object' ? Object.getOwnPropertyDescriptor(holder, 'name')?.value : undefined

function groupOfEntries(key) {
  const group = entryGroups.get(key) ?? newGroup()
  entryGroups.set(key, group)
  return group
}
