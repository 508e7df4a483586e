// A small bookshop as an MCP server. Half of its tools keep their contracts (tools/*.yaml), half break one promise each.
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const books = [
  { isbn: '9780140449136', title: 'The Odyssey', author: 'Homer', cents: 1299 },
  { isbn: '9780141439518', title: 'Pride and Prejudice', author: 'Jane Austen', cents: 899 },
  { isbn: '9780553213119', title: 'Moby-Dick', author: 'Herman Melville', cents: 1050 },
]
const isbn = z.string().regex(/^\d{13}$/)
const Book = z.object({ isbn, title: z.string(), author: z.string(), cents: z.int() }).meta({ title: 'Book' })
const Price = z.object({ isbn, cents: z.int(), currency: z.string() }).meta({ title: 'Price' })
const ByIsbn = z.object({ isbn }).meta({ title: 'ByIsbn' })

/** @param {string} isbn */
const find = (isbn) => books.find((book) => book.isbn === isbn)
/** @param {string} text */
const say = (text) => ({ content: [{ type: /** @type {const} */ ('text'), text }] })
/** @param {Record<string, unknown>} value */
const answer = (value) => ({ ...say(JSON.stringify(value)), structuredContent: value })

/** @param {{ isbn: string }} input */
function findBook({ isbn }) {
  const book = find(isbn)
  return book ? answer(book) : { ...say(`NO_SUCH_BOOK: There is no book ${isbn}.`), isError: true }
}

function bookshop() {
  const server = new McpServer({ name: 'bookshop', version: '1.0.0' })

  // Honest.
  server.registerTool(
    'find_book',
    { description: 'Finds a book by its ISBN.', inputSchema: ByIsbn, outputSchema: Book },
    findBook,
  )
  server.registerTool(
    'list_authors',
    {
      description: 'Lists the authors in stock, in alphabetical order.',
      inputSchema: z.object({ limit: z.int().min(1).max(50).default(10) }).meta({ title: 'ListAuthors' }),
      outputSchema: z.object({ authors: z.array(z.string()) }).meta({ title: 'Authors' }),
    },
    ({ limit }) =>
      answer({
        authors: books
          .map(({ author }) => author)
          .toSorted()
          .slice(0, limit),
      }),
  )

  // Says that it only reads, and keeps a log of what was asked in the project.
  server.registerTool(
    'check_stock',
    {
      description: 'Tells whether a book is in stock.',
      inputSchema: ByIsbn,
      outputSchema: z.object({ inStock: z.boolean() }).meta({ title: 'Stock' }),
    },
    ({ isbn }) => {
      appendFileSync('asked.log', `${isbn}\n`)
      return answer({ inStock: find(isbn) !== undefined })
    },
  )

  // Says that the same book has the same price.
  server.registerTool(
    'price_of',
    { description: 'Tells the price of a book.', inputSchema: ByIsbn, outputSchema: Price },
    ({ isbn }) => answer({ isbn, cents: (find(isbn)?.cents ?? 0) + Math.floor(Math.random() * 100), currency: 'EUR' }),
  )

  // Says that it fits in 10 KB.
  server.registerTool(
    'export_catalogue',
    { description: 'Exports the catalogue as text.', inputSchema: z.object({}).meta({ title: 'Nothing' }) },
    () => say(books.map(({ title }) => `${title}\n`.repeat(400)).join('')),
  )

  // Says that it needs no other tool.
  server.registerTool(
    'recommend',
    { description: 'Recommends a book.', inputSchema: ByIsbn, outputSchema: Book },
    (input) => findBook(input),
  )

  // Says that it answers within a second.
  server.registerTool(
    'delivery_date',
    {
      description: 'Tells when a book could be delivered.',
      inputSchema: ByIsbn,
      outputSchema: z.object({ days: z.int() }).meta({ title: 'Delivery' }),
    },
    async () => {
      await sleep(5_000)
      return answer({ days: 3 })
    },
  )
  return server
}

serveStdio(bookshop)
