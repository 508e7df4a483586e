/*
 * Opens sockets in the network of a cell and hands them to the process that started it, over their channel. It has
 * joined that network and nothing else of the cell, so the server can neither see nor reach it.
 */
import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

const [, , ip] = process.argv
const OPENED = {
  add: ({ addresses }, done) => addAddresses(addresses, done),
  listen({ address, port }, done) {
    const server = createServer((early) => early.destroy())
    server.once('error', (error) => done(error.message))
    server.listen({ host: address, port }, () => done(undefined, server))
  },
  datagrams({ address, port }, done) {
    const socket = createSocket('udp4')
    socket.once('error', (error) => done(error.message))
    socket.bind(port, address, () => done(undefined, socket))
  },
}

process.on('disconnect', () => process.exit())
process.on('message', (request) => {
  OPENED[request.what](request, (error, socket) =>
    // Whoever it was handed to has a copy of its own; two would share the connections.
    process.send({ id: request.id, error }, socket, () => socket?.close()),
  )
})

function addAddresses(addresses, done) {
  let said = ''
  const child = spawn(ip, ['-batch', '-'], { stdio: ['pipe', 'ignore', 'pipe'] })
  child.stderr.on('data', (chunk) => (said += chunk))
  child.on('error', (error) => done(error.message))
  child.on('close', (code) => done(code === 0 ? undefined : said.trim() || `ip ended with ${code}`))
  const lines = addresses.map((one) => `addr replace ${one}/${one.includes(':') ? '128 dev lo nodad' : '32 dev lo'}`)
  child.stdin.on('error', () => {}).end(`link set lo up\n${lines.join('\n')}\n`)
}
