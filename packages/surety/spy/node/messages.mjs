import { watchFunction } from './watch-function.mjs'

/** Shows every JSON-RPC message this process reads or writes, whatever library it uses: all of them end in JSON. */
export function watchMessages(onReceived, onSent) {
  watchFunction(JSON, 'parse', (value) => eachMessage(value, onReceived))
  watchFunction(JSON, 'stringify', (_, [value]) => eachMessage(value, onSent))
}

function eachMessage(value, look) {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) return isMessage(value) ? look(value) : undefined
  if (value.every(isMessage)) value.forEach((message) => look(message))
}

const isMessage = (value) => typeof value === 'object' && value !== null && Object.hasOwn(value, 'jsonrpc')
