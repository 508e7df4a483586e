// A table's tool in the real Mastra: node mastra.mjs URL-OF-ADAPTER URL-OF-TOOL; one JSON object with what was found.

// Installed for one test alone.
const MASTRA = '@mastra/core'
const { createTool } = await import(`${MASTRA}/tools`)
const { Agent } = await import(`${MASTRA}/agent`)
const { RequestContext } = await import(`${MASTRA}/request-context`)
const { MastraLanguageModelV2Mock } = await import(`${MASTRA}/test-utils/llm-mock`)
const [adapter = '', toolData = ''] = process.argv.slice(2)
const { toMastraTools } = await import(adapter)
const { moodInput, moodTool } = await import(toolData)

/** @type {{ input: unknown, principal: string }[]} */
const inserted = []
const insert = (/** @type {unknown} */ input, /** @type {{ principal: string }} */ { principal }) => {
  inserted.push({ input, principal })
  return { success: true, data: { id: '1', rowCount: 1, message: 'Successfully logged mood entry' } }
}
const tool = moodTool({ insert })
const actor = (/** @type {{ requestContext: Map<string, string> }} */ { requestContext }) =>
  requestContext.get('userId')
const tools = toMastraTools([tool], { createTool, actor })
const fields = tool.table.fields.filter((/** @type {{ dataType: string }} */ { dataType }) => dataType !== 'json')
/** The same, as if no field held JSON. */
const adaptedTools = toMastraTools([{ ...tool, table: { ...tool.table, fields } }], { createTool, actor })
const requestContext = new RequestContext([['userId', 'ann']])

/** The seed's input as JSON, with this at its start. */
const withFirst = (/** @type {string} */ field) => JSON.stringify(moodInput).replace('{', `{${field},`)

/** @type {Record<string, unknown>} */
const inputs = {
  valid: moodInput,
  outOfRange: { ...moodInput, energy_level: 15 },
  notInteger: { ...moodInput, energy_level: 1.5 },
  wrongEnum: { ...moodInput, mood: 'angry' },
  tooLong: { ...moodInput, notes: 'x'.repeat(501) },
  noDatetime: { ...moodInput, timestamp: 'yesterday' },
  missing: { mood: 'happy' },
  unknownField: { ...moodInput, admin: true },
  explicitNull: { ...moodInput, notes: null },
  explicitUndefined: { ...moodInput, notes: undefined },
  nothing: undefined,
  text: 'happy',
  proto: JSON.parse(withFirst('"__proto__": {"admin": true}')),
  protoOfFields: JSON.parse(`{"__proto__": ${JSON.stringify(moodInput)}}`),
  protoInJson: { ...moodInput, metadata: JSON.parse('{"__proto__": {"admin": true}}') },
  protoDeep: { ...moodInput, metadata: JSON.parse('{"a": [{"__proto__": {"admin": true}}]}') },
  protoOfNumber: JSON.parse(withFirst('"__proto__": 5')),
}

/** @type {Record<string, unknown>} */
const direct = {}
for (const [name, input] of Object.entries(inputs))
  direct[name] = await tools['log-mood'].execute(input, { requestContext })
direct['aborted'] = await tools['log-mood'].execute(moodInput, { requestContext, abortSignal: AbortSignal.abort() })

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
const spoken = { content: [{ type: 'text', text: 'Done.' }], finishReason: 'stop', usage, warnings: [] }

/** What a model is told of the tool, and what comes back when it calls it with this JSON. */
async function throughAgent(/** @type {string} */ input, /** @type {object} */ identity = {}, given = tools) {
  const call = { type: 'tool-call', toolCallId: 'call-1', toolName: 'log-mood', input }
  /** @type {any[]} */
  const requests = []
  const model = new MastraLanguageModelV2Mock({
    ...identity,
    doGenerate: async (/** @type {unknown} */ request) => {
      requests.push(request)
      return requests.length === 1 ? { ...spoken, content: [call], finishReason: 'tool-calls' } : spoken
    },
  })
  const agent = new Agent({ id: 'tracker', name: 'Tracker', instructions: 'Log moods.', model, tools: given })
  const { text } = await agent.generate('I feel fine.', { requestContext })
  const [told, after] = requests
  const answers = after.prompt.filter((/** @type {{ role: string }} */ { role }) => role === 'tool')
  return { text, shown: told.tools, result: answers[0].content[0].output }
}

const openai = { provider: 'openai.responses', modelId: 'gpt-4o' }
const claude = { provider: 'anthropic.messages', modelId: 'claude-sonnet-4' }
const google = { provider: 'google.generative-ai', modelId: 'gemini-2.5-pro' }
const outOfRange = JSON.stringify({ ...moodInput, energy_level: 15 })
const proto = withFirst('"__proto__": {"admin": true}')
const protoOfFields = `{"__proto__": ${JSON.stringify(moodInput)}}`
const agent = {
  valid: await throughAgent(JSON.stringify(moodInput)),
  outOfRange: await throughAgent(outOfRange),
  proto: await throughAgent(proto),
  protoOfFields: await throughAgent(protoOfFields),
  brokenJson: await throughAgent('{"user_id": '),
  openai: await throughAgent(JSON.stringify(moodInput), openai),
  claude: await throughAgent(outOfRange, claude),
  google: await throughAgent(outOfRange, google),
}
const adapted = {
  claude: await throughAgent(outOfRange, claude, adaptedTools),
  google: await throughAgent(outOfRange, google, adaptedTools),
  protoOfClaude: await throughAgent(protoOfFields, claude, adaptedTools),
  protoOfOpenai: await throughAgent(protoOfFields, openai, adaptedTools),
  openai: await throughAgent(JSON.stringify({ ...moodInput, notes: null }), openai, adaptedTools),
}

console.log(`FOUND ${JSON.stringify({ node: process.version, direct, agent, adapted, inserted })}`)
// Mastra leaves timers behind.
process.exit(0)
