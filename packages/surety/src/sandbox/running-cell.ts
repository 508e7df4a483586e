import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cell, CellOptions, Exit, Sighting, TreeChange, TreeState } from './cell.ts'
import { blindnessOf, memoryBlindness } from './blindness.ts'
import { CellProcess, exitOf } from './cell-process.ts'
import { type Fifos, openFifos } from './system/fifo.ts'
import type { Habitat } from './habitat/habitat.ts'
import { onExit } from './system/on-exit.ts'
import { MemoryWatch, type Watched } from './memory/memory-watch.ts'
import { Observation } from './observation.ts'
import { untilQuiet } from './quiet.ts'
import { removeScratch } from './scratch.ts'
import { MemoryFiles } from './memory/memory-files.ts'
import { endServer, isSomeLeft, waitForSurvivors } from './survivors.ts'
import { withCopy } from './habitat/with-copy.ts'

const MB = 1024 * 1024

/** A cell from the first process to the last. */
export class RunningCell implements Cell {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly exited: Promise<Exit>
  readonly #process: CellProcess
  readonly #memory: MemoryWatch
  readonly #started: Promise<void>
  readonly #memoryBytes: number
  readonly #forget: () => void
  readonly #isTraced: boolean
  #habitat: Habitat
  #observation: Observation | undefined
  #resolveStart: () => void = () => {}
  #rejectStart: (error: Error) => void = () => {}
  /** Processes that are the server's own, or were there before it. */
  #own: ReadonlySet<number> = new Set()
  #memoryFiles: MemoryFiles | undefined
  #hasExited = false
  #isEndTraced = false
  #ending: Promise<void> | undefined
  /** Settles when the declared endpoints are there. */
  #opened: Promise<void> | undefined

  static async start(
    habitat: Habitat,
    tracer: readonly string[],
    { memoryBytes, setupMs, abandoned }: Pick<CellOptions, 'memoryBytes' | 'setupMs' | 'abandoned'>,
  ): Promise<RunningCell> {
    const cell = new RunningCell(habitat, tracer, memoryBytes, await openFifos(habitat.scratch))
    const late = (): void => void cell.#fail(`The set-up command did not end within ${setupMs} ms`, 'setup')
    const timer = habitat.setup === undefined || setupMs === undefined ? undefined : setTimeout(late, setupMs)
    void abandoned?.then(() => cell.#rejectStart(new Error('The start was abandoned.')))
    try {
      await cell.#started
      return cell
    } catch (error) {
      await cell.end()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  private constructor(habitat: Habitat, tracer: readonly string[], memoryBytes: number, fifos: Fifos) {
    this.#habitat = habitat
    this.#isTraced = tracer.length > 0
    this.#memoryBytes = memoryBytes
    this.#started = new Promise((resolve, reject) => {
      this.#resolveStart = resolve
      this.#rejectStart = reject
    })
    if (!habitat.contained) this.#observe()
    this.#process = new CellProcess(habitat, tracer, fifos, {
      onLine: (line) => this.#line(line),
      onSaid: (words) => this.#said(words),
    })
    this.stdin = this.#process.stdin
    this.stdout = this.#process.stdout
    this.exited = this.#process.exited
    void this.exited.then(() => (this.#hasExited = true))
    void this.#process.closed.then(() => this.#fail('The sandbox could not be made', 'launcher'))
    const watched: Watched = {
      pids: () => this.#process.pids(),
      keepers: () => this.#process.sandboxPids(),
      files: () => (this.#memoryFiles ??= new MemoryFiles(this.#habitat.trees)),
    }
    this.#memory = new MemoryWatch(watched, memoryBytes, {
      onExcess: ({ of, amount }) => {
        if (of === 'memory') this.#process.overMemory ??= amount
        else this.#process.overProcesses ??= amount
        this.#process.kill()
      },
      onUnmeasured: (ms, cause) => this.#observe().unmeasured(ms, cause),
    })
    this.#forget = onExit(() => this.#process.kill())
  }

  get sightings(): readonly Sighting[] {
    return this.#observe().sightings
  }

  stderr(): string {
    return this.#process.said.stderr
  }

  setupOutput(): string {
    return this.#process.said.setup
  }

  async flush(): Promise<void> {
    this.#memory.searchAgain()
    this.#memory.look()
    // Whoever was ended for what it took has an exit that says so, which takes its time on a busy machine.
    if (this.#process.wasKilled) await this.exited
    const rest = await untilQuiet(this.#process)
    await this.#process.log.drained()
    const blindness = await blindnessOf(this.#process, rest)
    if (blindness !== undefined) this.#goBlind(blindness)
    if (this.#hasExited) await this.#noteSurvivors()
    this.#observe().settle()
  }

  isUp(): void {
    this.#own = new Set([...this.#own, ...this.#process.survivors()])
    this.#memory.searchAgain()
    this.#memory.look()
  }

  async leave(): Promise<void> {
    if (!this.#isTraced || this.#hasExited || !isSomeLeft(this.#process, this.#own)) return
    await endServer(this.#process, this.stdin)
    await this.flush()
  }

  changes(): Promise<readonly TreeChange[]> {
    return this.#observe().changes()
  }

  state(): Promise<TreeState> {
    return this.#observe().state()
  }

  end(): Promise<void> {
    this.#ending ??= this.#end()
    return this.#ending
  }

  async #end(): Promise<void> {
    this.#memory.stop()
    await this.#process.end()
    this.#forget()
    await this.#habitat.forwarder?.end()
    await removeScratch(this.#habitat.scratch)
  }

  /** Made when the trees are known, which one that cannot be layered delays, and before anything can change in them. */
  #observe(): Observation {
    this.#observation ??= new Observation(this.#habitat, () => `/proc/${this.#process.shell()}/root`)
    return this.#observation
  }

  #line(text: string): void {
    const exit = this.#observe().line(text)
    if (exit === undefined) return
    this.#isEndTraced = true
    this.#process.settle(exit.code, exit.signal)
  }

  #said([what, value = '']: readonly string[]): void {
    if (what === 'copy') void this.#copy(Number(value)).then(() => this.#process.answer(), this.#rejectStart)
    if (what === 'baseline') void this.#takeOver().then(() => this.#process.answer(), this.#rejectStart)
    if (what === 'left' && !this.sightings.some(({ kind }) => kind === 'blind')) this.#goBlind(leftBy('something'))
    if (what === 'network') this.#openNetwork()
    if (what === 'endpoints')
      void this.#opened?.then(
        () => this.#process.answer(),
        () => {},
      )
    if (what === 'failed') void this.#fail(`The set-up command ended with status ${value}`, 'setup')
    if (what === 'exit') {
      // The tracer is gone and never told of the server's end: it was killed, and nobody watches any more.
      if (this.#isTraced && !this.#isEndTraced) this.#process.kill()
      const { code, signal } = exitOf(Number(value))
      this.#process.settle(code, signal)
    }
    if (what !== 'ready') return
    this.#process.isReady = true
    this.#memory.searchAgain()
    const unmeasured = memoryBlindness()
    if (unmeasured !== undefined)
      this.#observe().sightings.push({ at: Date.now(), kind: 'memory unseen', reason: unmeasured })
    this.#observe()
    this.#resolveStart()
  }

  /** Takes what the set-up command made as given; what it left running goes on unseen. */
  async #takeOver(): Promise<void> {
    const left = await waitForSurvivors(this.#process, new Set())
    this.#process.leftovers = this.#process.survivors()
    this.#own = new Set(this.#process.leftovers)
    if (left.length > 0) this.#goBlind(leftBy(left.map(({ command }) => command).join(', ')))
    await this.#observe().baseline()
  }

  /** Each once. */
  async #noteSurvivors(): Promise<void> {
    const survivors = await waitForSurvivors(this.#process, this.#own)
    this.#own = new Set([...this.#own, ...survivors.map(({ pid }) => pid)])
    // Of those that left the session, the tracer has told.
    const untold = survivors.filter(({ detached }) => !detached || !this.#isTraced)
    for (const { inner, command } of untold) this.#observe().outlived(inner, command)
  }

  #goBlind(reason: string): void {
    const isKnown = this.sightings.some((one) => one.kind === 'blind' && one.reason === reason)
    if (!isKnown) this.#observe().sightings.push({ at: Date.now(), kind: 'blind', reason })
  }

  #openNetwork(): void {
    this.#opened = this.#habitat.forwarder?.open(this.#process.shell())
    this.#opened?.catch(this.#rejectStart)
  }

  async #copy(index: number): Promise<void> {
    this.#habitat = await withCopy(this.#habitat, index)
    this.#observe()
  }

  async #fail(what: string, who: 'launcher' | 'setup'): Promise<void> {
    // What it said about it is still on its way.
    await sleep(10)
    const reason = `${what}: ${this.#process.said[who].trim() || 'it gave no reason'}`
    this.#rejectStart(new Error(this.#excess() ?? reason))
  }

  #excess(): string | undefined {
    const { overMemory: bytes, overProcesses } = this.#process
    if (overProcesses !== undefined) return `The set-up command ran ${overProcesses} processes at once.`
    if (bytes === undefined) return undefined
    const [taken, allowed] = [bytes, this.#memoryBytes].map((size) => Math.ceil(size / MB))
    return `The set-up command took ${taken} MB, more than the ${allowed} MB that the server may.`
  }
}

function leftBy(what: string): string {
  return `the set-up command left ${what} running, which nobody watches: have it end what it starts`
}
