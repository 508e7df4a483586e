/** Reaches out while it starts, and in its calls: surety.yaml lets the whole server reach 192.0.2.10:443. */
import { connect as open } from 'node:net'
import { serve } from '../lib/raw-server.mjs'

await connect(443, '192.0.2.10')

const description = 'Connects over the network to 192.0.2.10.'
serve({
  as_the_server: { description, run: () => connect(443, '192.0.2.10') },
  as_it_declares: { description, run: () => connect(443, '192.0.2.10') },
  though_it_declares_none: { description, run: () => connect(443, '192.0.2.10') },
  beyond_the_server: { description: 'Connects over the network to 192.0.2.11.', run: () => connect(443, '192.0.2.11') },
})

function connect(/** @type {number} */ port, /** @type {string} */ host) {
  return new Promise((resolve) => {
    const socket = open(port, host)
    const close = () => {
      socket.destroy()
      resolve(undefined)
    }
    socket.on('error', close).on('connect', close)
    setTimeout(close, 500).unref()
  })
}
