/** Shows every JSON-RPC message this process reads or writes, whatever library it uses: all of them end in JSON. */
export function watchMessages(onReceived, onSent) {
  JSON.parse = after(JSON.parse, (value) => eachMessage(value, onReceived))
  JSON.stringify = after(JSON.stringify, (_, [value]) => eachMessage(value, onSent))
}

/** The same function to anyone who looks at it; `look` sees result and arguments, and cannot break it. */
function after(original, look) {
  return new Proxy(original, {
    apply(target, self, args) {
      const result = Reflect.apply(target, self, args)
      try {
        look(result, args)
      } catch {
        // What the spy cannot understand, it does not see.
      }
      return result
    },
  })
}

function eachMessage(value, look) {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) return isMessage(value) ? look(value) : undefined
  if (value.every(isMessage)) value.forEach((message) => look(message))
}

const isMessage = (value) => typeof value === 'object' && value !== null && Object.hasOwn(value, 'jsonrpc')
