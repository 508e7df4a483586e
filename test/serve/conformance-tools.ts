import { createHmac } from 'node:crypto'
import { memoryStore } from '../../packages/surety/src/serve/memory-store.test-data.ts'
import { type Served, type ServedCall, ServedError, type ServedResult } from '../../packages/surety/src/serve/serve.ts'

type Fields = Record<string, unknown>
type Tool = (call: ServedCall) => ServedResult | Promise<ServedResult>

const text = (said: string): Fields => ({ type: 'text', text: said })
const says = (said: string): ServedResult => ({ content: [text(said)] })
const IMAGE = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' }
const AUDIO = { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' }
const resource = (uri: string, mimeType: string, said: string): Fields => ({
  type: 'resource',
  resource: { uri, mimeType, text: said },
})

const schema = (properties: Fields): Fields => ({ type: 'object', properties, required: Object.keys(properties) })
const question = (message: string, properties: Fields): Fields => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: schema(properties) },
})
const SAMPLE = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: text('What is the capital of France?') }], maxTokens: 100 },
}
const ROOTS = { method: 'roots/list', params: {} }

const asks = (inputRequests: Fields, requestState?: string): ServedResult => ({
  resultType: 'input_required',
  inputRequests,
  ...(requestState !== undefined && { requestState }),
})

const NAME = question('What is your name?', { name: { type: 'string' } })

/** Asks once, and ends when all is answered. */
function asking(inputRequests: Fields, requestState?: string): Tool {
  return ({ inputResponses = {}, requestState: given }) => {
    const isAnswered = Object.keys(inputRequests).every((key) => typeof inputResponses?.[key] === 'object')
    if (!isAnswered) return asks(inputRequests, requestState)
    if (requestState !== undefined && given !== requestState) throw new ServedError(-32_602, 'That is not the state.')
    return says(`state-ok ${JSON.stringify(inputResponses)}`)
  }
}

const signed = (state: string): string => `${state}.${createHmac('sha256', 'key').update(state).digest('hex')}`

/** Asks in the middle of the call, as revisions before 2026-07-28 can. */
function eliciting(method: string, params: (call: ServedCall) => Fields): Tool {
  return async (call) => {
    const result = await call.client.ask?.(method, params(call), call.signal)
    return says(`Completed: ${JSON.stringify(result)}`)
  }
}

const option = (value: string, title: string): Fields => ({ const: value, title })

/** What the scenarios of the conformance suite call; each does what its scenario describes. */
const TOOLS: Readonly<Record<string, Tool>> = {
  test_simple_text: () => says('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [IMAGE] }),
  test_audio_content: () => ({ content: [AUDIO] }),
  test_embedded_resource: () => ({ content: [resource('test://embedded-resource', 'text/plain', 'Embedded.')] }),
  test_multiple_content_types: () => ({
    content: [text('Multiple content types test:'), IMAGE, resource('test://mixed', 'application/json', '{}')],
  }),
  test_error_handling: () => ({ ...says('This tool intentionally returns an error for testing'), isError: true }),
  test_tool_with_progress: async ({ onProgress }) => {
    for (const done of [0, 50, 100]) {
      onProgress?.(done, 100)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return says('done')
  },
  test_logging_tool: () => says('Nothing is logged: the capability is not declared.'),
  test_streaming_elicitation: asking({ user_name: NAME }),
  test_missing_capability: ({ client }) => {
    if (client.capabilities['sampling'] !== undefined) return says('can sample')
    throw new ServedError(-32_021, 'This tool needs sampling.', { requiredCapabilities: { sampling: {} } })
  },
  test_elicitation: eliciting('elicitation/create', ({ arguments: { message } }) => ({
    message,
    requestedSchema: schema({ username: { type: 'string' }, email: { type: 'string' } }),
  })),
  test_sampling: eliciting('sampling/createMessage', ({ arguments: { prompt } }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
    maxTokens: 100,
  })),
  test_elicitation_sep1034_defaults: eliciting('elicitation/create', () => ({
    message: 'Defaults',
    requestedSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      },
    },
  })),
  test_elicitation_sep1330_enums: eliciting('elicitation/create', () => ({
    message: 'Enums',
    requestedSchema: {
      type: 'object',
      properties: {
        untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
        titledSingle: { type: 'string', oneOf: [option('value1', 'First'), option('value2', 'Second')] },
        legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
        untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
        titledMulti: { type: 'array', items: { anyOf: [option('value1', 'First'), option('value2', 'Second')] } },
      },
    },
  })),
  test_custom_headers: ({ arguments: input }) => says(JSON.stringify(input)),
  json_schema_2020_12_tool: () => says('ok'),
  test_input_required_result_elicitation: asking({ user_name: NAME }),
  test_input_required_result_sampling: asking({ capital_question: SAMPLE }),
  test_input_required_result_list_roots: asking({ client_roots: ROOTS }),
  test_input_required_result_request_state: asking(
    { confirm: question('Please confirm', { ok: { type: 'boolean' } }) },
    signed('confirm'),
  ),
  test_input_required_result_multiple_inputs: asking(
    { user_name: NAME, greeting: SAMPLE, roots: ROOTS },
    signed('many'),
  ),
  test_input_required_result_tampered_state: ({ requestState, inputResponses }) => {
    if (requestState === undefined) return asks({ confirm: NAME }, signed('once'))
    if (requestState !== signed('once')) throw new ServedError(-32_602, 'The state was tampered with.')
    return says(`ok ${JSON.stringify(inputResponses)}`)
  },
  test_input_required_result_multi_round: ({ requestState }) => {
    if (requestState === undefined)
      return asks({ step1: question('Step 1: What is your name?', { name: { type: 'string' } }) }, signed('1'))
    if (requestState === signed('1'))
      return asks(
        { step2: question('Step 2: What is your favourite colour?', { color: { type: 'string' } }) },
        signed('2'),
      )
    return says('done')
  },
  test_input_required_result_capabilities: ({ client, inputResponses }) => {
    if (inputResponses !== undefined) return says('done')
    const { elicitation, sampling } = client.capabilities
    return asks({
      ...(elicitation !== undefined && { user_name: NAME }),
      ...(sampling !== undefined && { capital_question: SAMPLE }),
    })
  },
}

const SCHEMAS: Readonly<Record<string, Fields>> = {
  test_custom_headers: {
    type: 'object',
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, query: { type: 'string' } },
    required: ['region'],
  },
  json_schema_2020_12_tool: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
}

/** The tools of the conformance suite, for `serve`; a list that can change, and a journal that keeps large outputs. */
export function conformanceTools(): Served {
  const listeners = new Set<() => void>()
  const trigger: Tool = () => {
    for (const listener of listeners) listener()
    return says('changed')
  }
  const tools = new Map(Object.entries({ ...TOOLS, test_trigger_tool_change: trigger }))
  const definitions = [...tools.keys()].map((name) => ({
    name,
    description: `The tool ${name} of the conformance suite.`,
    inputSchema: SCHEMAS[name] ?? { type: 'object', properties: {} },
  }))
  return {
    list: () => definitions,
    call: (call) => {
      const tool = tools.get(call.name)
      if (tool === undefined) throw new ServedError(-32_602, `There is no tool '${call.name}'.`)
      return tool(call)
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    journal: memoryStore().journal,
  }
}
