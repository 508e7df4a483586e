import { ChildProcess } from 'node:child_process'
import { basename } from 'node:path'
import { BroadcastChannel, MessagePort, Worker } from 'node:worker_threads'
import { current } from './calls.mjs'
import { watchFunction } from './watch-function.mjs'

const INTERPRETERS = /^(?:node|npx|npm|tsx|bun|deno|python[\d.]*|uvx?)$/
/** What a process needs in its environment to be spied on. */
const WIRING = ['SURETY_SPY', 'NODE_OPTIONS', 'PYTHONPATH'].map((name) => [name, process.env[name] ?? ''])

/** Notes on a call what happens of it where this spy sees nothing: in other threads, and in processes without a spy. */
export function watchHandingOn() {
  for (const { prototype } of [Worker, MessagePort, BroadcastChannel]) watchFunction(prototype, 'postMessage', handOn)
  watchFunction(ChildProcess.prototype, 'spawn', (_, [{ file, envPairs }], child) => {
    if (typeof child.send === 'function') watchFunction(child, 'send', handOn)
    const isSpied = WIRING.every(([name, value]) => envPairs.some((pair) => isWired(pair, name, value)))
    if (!isSpied && isInterpreter(file)) onCurrent('startsUnspied')
  })
}

const handOn = () => onCurrent('isHandedOn')

function onCurrent(mark) {
  const serving = current()
  if (serving !== undefined) serving.call[mark] = true
}

const isWired = (pair, name, value) => pair.startsWith(`${name}=`) && pair.includes(value)

const isInterpreter = (file) => file === process.execPath || INTERPRETERS.test(basename(String(file)))
