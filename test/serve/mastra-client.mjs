// Mastra's own MCP client: node mastra-client.mjs URL | command args…; one line of JSON per finding.

// Installed for one test alone.
const MASTRA = '@mastra/mcp'
const { MCPClient } = await import(MASTRA)
const [first = '', ...rest] = process.argv.slice(2)
const own = first.startsWith('http') ? { url: new URL(first) } : { command: first, args: rest }
const client = new MCPClient({ servers: { own } })
const tools = await client.listTools()
const say = (/** @type {unknown} */ finding) => console.log(`FOUND ${JSON.stringify(finding)}`)
say(Object.keys(tools))
say(await tools['own_echo'].execute({ text: 'hello' }, {}))
await tools['own_pay'].execute({ to: 'bob', amount: 5 }, {}).catch((/** @type {Error} */ error) => say(error.message))
await client.disconnect()
