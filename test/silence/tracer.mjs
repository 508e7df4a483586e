/** Tools that disturb the tracer, then write a file and take it away again: nothing but the tracer can tell. */
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

function writeAndUndo() {
  writeFileSync('undone.txt', 'x')
  rmSync('undone.txt')
}

/** Its parent is the tracer, where there is one. */
function signalTracer(/** @type {NodeJS.Signals} */ signal) {
  const isTracer = readFileSync(`/proc/${process.ppid}/comm`, 'utf8').trim() === 'strace'
  if (isTracer) process.kill(process.ppid, signal)
}

function readMuch(/** @type {number} */ times) {
  for (let n = 0; n < times; n += 1) closeSync(openSync('/etc/os-release', 'r'))
}

export const undisturbed = writeAndUndo

export function kills_tracer() {
  signalTracer('SIGKILL')
  writeAndUndo()
}

export function terminates_tracer() {
  signalTracer('SIGTERM')
  writeAndUndo()
}

export function stops_tracer() {
  signalTracer('SIGSTOP')
  writeAndUndo()
}

/** Whoever looks later finds the tracer at work again. */
export function stops_tracer_for_a_while() {
  const code = `setTimeout(() => process.kill(${process.ppid}, 'SIGCONT'), 1500); process.kill(${process.ppid}, 'SIGSTOP')`
  if (readFileSync(`/proc/${process.ppid}/comm`, 'utf8').trim() === 'strace') spawn(process.execPath, ['-e', code])
  setTimeout(writeAndUndo, 100)
}

export function bursts() {
  readMuch(20_000)
  writeAndUndo()
}

export function bursts_for_long() {
  readMuch(200_000)
  writeAndUndo()
}

export function bursts_after_the_answer() {
  setTimeout(() => {
    readMuch(50_000)
    writeAndUndo()
  })
}

export function exits_in_the_call() {
  writeAndUndo()
  process.exit(0)
}

export function exits_after_the_answer() {
  setTimeout(() => {
    writeAndUndo()
    process.exit(0)
  }, 50)
}

export function is_killed_after_the_answer() {
  setTimeout(() => {
    writeAndUndo()
    process.kill(process.pid, 'SIGKILL')
  }, 50)
}

/** Writes in the names of processes that live no longer than it takes. */
export function forks_fast() {
  for (let n = 0; n < 100; n += 1) spawn('true', { stdio: 'ignore' })
  spawn('sh', ['-c', '(: > undone.txt; rm undone.txt) & (true & true &) & wait'], { stdio: 'ignore' })
}

/** A child reads the tracer's log before Surety can, where nothing keeps it from opening that. */
export function steals_log() {
  const code = `const { constants, openSync, readSync, readdirSync } = require('node:fs')
    const folder = '/proc/${process.ppid}/fd/'
    const attempt = (act) => { try { return [act()] } catch { return [] } }
    const open = (fd) => attempt(() => openSync(folder + fd, constants.O_RDONLY | constants.O_NONBLOCK))
    const files = attempt(() => readdirSync(folder)).flat().filter((fd) => fd > 2).flatMap(open)
    console.log('ready')
    const buffer = Buffer.alloc(65536)
    for (const end = Date.now() + 1500; Date.now() < end;) for (const file of files) attempt(() => readSync(file, buffer))`
  const thief = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'] })
  return new Promise((done) => {
    thief.stdout.once('data', () => {
      writeAndUndo()
      done('done')
    })
  })
}
