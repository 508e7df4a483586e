// @ts-check
import { ToolError } from '@surety/tool-contracts'
import { toolContext } from '@surety/tool-contracts/mcp'
import { findBook as findBookContract } from './contracts.js'

/** The shop's handlers, written for any MCP SDK: they get the arguments and what the SDK calls `extra` or `ctx`. */
const BOOKS = new Map([
  ['1', { id: '1', title: 'Design by Contract', copies: 3 }],
  ['2', { id: '2', title: 'The Broken Promise', copies: 40 }],
])

/** @param {object} value */
const answer = (value) => ({
  content: [{ type: /** @type {const} */ ('text'), text: JSON.stringify(value) }],
  structuredContent: { ...value },
})

/** @param {{ id: string }} input */
export async function findBook({ id }) {
  const book = BOOKS.get(id)
  if (book === undefined) throw new ToolError('RESOURCE_NOT_FOUND', `There is no book ${id}.`)
  return answer(book)
}

/**
 * @param {{ id: string, copies: number }} input
 * @param {object} extra
 */
export async function orderBook({ id, copies }, extra) {
  const context = toolContext(extra)
  const found = await context?.call('find_book', { id })
  if (found?.ok !== true) throw new ToolError('RESOURCE_NOT_FOUND', `There is no book ${id}.`)
  const { copies: stock } = findBookContract.outputSchema.parse(found.value)
  if (stock < copies) throw new ToolError('OUT_OF_STOCK', `Only ${stock} copies are left; order at most that many.`)
  context?.record({ kind: 'order', target: `${copies} of book ${id}` })
  // A shop that does not keep its promise: who orders nine gets eight.
  return answer({ orderId: `order-${id}`, copies: copies === 9 ? 8 : copies })
}
