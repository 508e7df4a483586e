/** A shop's tools as an MCP server: governed, recorded, and with a person who says yes to large orders. */
import { createToolHost, defineTool } from '@surety/tool-contracts'
import { serve } from 'surety/serve'
import { openStore } from 'surety/store'
import { z } from 'zod'

const BOOKS = new Map([
  ['9780140449136', { title: 'Crime and Punishment', price: 12 }],
  ['9780262510875', { title: 'Structure and Interpretation of Computer Programs', price: 65 }],
])

const isbn = z.string().regex(/^\d{13}$/)

const findBook = defineTool(
  {
    toolName: 'find_book',
    description: 'Find a book by its ISBN.',
    inputSchema: z.object({ isbn }),
    outputSchema: z.object({ title: z.string(), price: z.number() }),
    capabilities: ['READ'],
    errorCodes: [{ code: 'NO_SUCH_BOOK', description: 'The shop does not have this book.' }],
  },
  ({ isbn }, { error }) => {
    const book = BOOKS.get(isbn)
    if (book === undefined) throw error('NO_SUCH_BOOK', `The shop has no book with the ISBN ${isbn}.`)
    return book
  },
)

const orderBook = defineTool(
  {
    toolName: 'order_book',
    description: 'Order copies of a book.',
    inputSchema: z.object({ isbn, copies: z.int().min(1).max(100), card: z.string() }),
    outputSchema: z.object({ total: z.number() }),
    capabilities: ['READ', 'WRITE'],
    dependencies: ['find_book'],
    // More than ten copies are for a person to decide. The card reaches neither the record nor whoever is asked.
    approval: ({ copies }) => copies > 10,
    sensitive: ['input.card'],
  },
  async ({ isbn, copies }, { call, error }) => {
    const book = await call('find_book', { isbn })
    if (!book.ok) throw error('UPSTREAM_FAILED', book.error.message)
    return { total: z.object({ price: z.number() }).parse(book.value).price * copies }
  },
)

const store = await openStore(process.env['SHOP_STORE'] ?? 'sqlite:.surety/surety.db', { retention: '90d' })
const host = createToolHost({ tools: [findBook, orderBook], journal: store.journal, approver: store.approver })
const address = process.argv[2]
const server = await serve(host, address === undefined ? { stdio: true } : { http: address }, { store, name: 'shop' })

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void server.close())
await server.closed
await store.close()
