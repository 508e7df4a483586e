// @ts-check
import { createRolePolicy } from '@surety/tool-contracts'
import { guard } from '@surety/tool-contracts/mcp'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import * as contracts from './contracts.js'
import * as shop from './shop.js'

const policy = createRolePolicy({ clerk: ['READ', 'CREATE'], visitor: ['READ'] })

serveStdio(() => {
  const server = new McpServer({ name: 'bookshop', version: '2.0.0' })
  server.registerTool('find_book', { inputSchema: contracts.findBook.inputSchema }, shop.findBook)
  server.registerTool('order_book', { inputSchema: contracts.orderBook.inputSchema }, shop.orderBook)
  guard(server, [contracts.findBook, contracts.orderBook], { policy, caller: { role: process.env['ROLE'] ?? 'clerk' } })
  return server
})
