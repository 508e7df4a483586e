import type { Json } from '@surety/tool-contracts/tools'
import type { ConnectEffect } from '../effect-evidence.ts'
import type { ToolDefinition } from '../evidence.ts'

/**
 * Does the connection go to the one service that the tool is named for, and the input names no such place? Then the tool's
 * world is closed, though the network lies in between: `shop_list_orders` and `api.shop.example`.
 */
export function isOwnService(
  { name, title, annotations }: ToolDefinition,
  input: Json | undefined,
  { target }: ConnectEffect,
): boolean {
  const service = serviceOf(target)
  if (service === undefined) return false
  return (
    hasWord([name, title, annotations?.title].join(' '), service) && !hasWord(JSON.stringify(input ?? null), service)
  )
}

/** What people call the service behind a host: `shop` of `api.shop.co.uk:443`. An address has no name. */
function serviceOf(target: string): string | undefined {
  const host = /^([a-z\d.-]*[a-z])(?::\d+)?$/.exec(target.toLowerCase())?.[1] ?? ''
  return host
    .split('.')
    .slice(0, -1)
    .findLast((label) => !PUBLIC.has(label))
}

/** What stands before a country in the names of hosts. */
const PUBLIC: ReadonlySet<string> = new Set(['ac', 'co', 'com', 'edu', 'gov', 'net', 'org'])

function hasWord(text: string, word: string): boolean {
  return ` ${words(text)} `.includes(` ${words(word)} `)
}

function words(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]+/g, ' ')
}
