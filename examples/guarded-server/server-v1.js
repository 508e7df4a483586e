// @ts-check
import { createRolePolicy } from '@surety/tool-contracts'
import { guard } from '@surety/tool-contracts/mcp'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import * as contracts from './contracts.js'
import * as shop from './shop.js'

const server = new McpServer({ name: 'bookshop', version: '1.0.0' })
server.registerTool('find_book', { inputSchema: contracts.findBook.inputSchema }, shop.findBook)
server.registerTool('order_book', { inputSchema: contracts.orderBook.inputSchema }, shop.orderBook)

const policy = createRolePolicy({ clerk: ['READ', 'CREATE'], visitor: ['READ'] })
guard(server, [contracts.findBook, contracts.orderBook], { policy, caller: { role: process.env['ROLE'] ?? 'clerk' } })

await server.connect(new StdioServerTransport())
