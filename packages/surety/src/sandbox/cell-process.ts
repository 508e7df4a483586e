import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, unlinkSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Exit } from './cell.ts'
import { ProcessGroupTracker } from './processes/process-group-tracker.ts'
import { type Fifos, readFrom } from './system/fifo.ts'
import { CELL_MARK, type Habitat } from './habitat/habitat.ts'
import { launchScript } from './habitat/launch-script.ts'
import { TrimmedOutput } from './system/trimmed-output.ts'
import { PipeEnd } from './system/pipe-end.ts'
import { OWN_ENVIRONMENT } from './system/programs.ts'
import { childrenOf, descendants, kill, markedWith, processSource } from './processes/process-tree.ts'
import { TraceLog } from './trace/trace-log.ts'

const KILL_ROUNDS = 100

interface Listener {
  /** A line of the tracer's. */
  readonly onLine: (line: string) => void
  /** A sentence of the launching shell's. */
  readonly onSaid: (words: readonly string[]) => void
}

/** The processes of a cell: the launching shell, the tracer, the server and whatever these start. */
export class CellProcess {
  readonly stdin: PipeEnd
  readonly stdout: Socket
  readonly log: TraceLog
  readonly exited: Promise<Exit>
  /** Settles when the launching shell is gone. */
  readonly closed: Promise<void>
  overMemory: number | undefined
  overProcesses: number | undefined
  /** What the set-up command left running. */
  leftovers: readonly number[] = []
  /** Whether it was the cell that ended the server. */
  wasKilled = false
  /** Whether set-up is over and the server's turn has come. */
  isReady = false
  readonly #habitat: Habitat
  readonly #traced: boolean
  readonly #child: ChildProcess
  readonly #errors: TrimmedOutput
  readonly #setup: TrimmedOutput
  readonly #launcher: TrimmedOutput
  readonly #family = new ProcessGroupTracker()
  #resolveExit: (exit: Exit) => void = () => {}

  constructor(habitat: Habitat, tracer: readonly string[], fifos: Fifos, listener: Listener) {
    const { stdin, stdout, stderr, setup, log } = fifos
    this.#habitat = habitat
    this.#traced = tracer.length > 0
    const [first, ...words] = [...habitat.launcher, '/bin/sh', '-c', launchScript(habitat, tracer)]
    const forLauncher = launcherFiles(habitat)
    const stdio = [
      stdin.inner,
      stdout.inner,
      'pipe',
      log.inner,
      'pipe',
      stderr.inner,
      setup.inner,
      ...forLauncher,
    ] as const
    this.#child = spawn(first, words, { cwd: '/', env: shellEnvironment(habitat), detached: true, stdio: [...stdio] })
    for (const file of forLauncher) closeSync(file)
    this.exited = new Promise((resolve) => (this.#resolveExit = resolve))
    this.closed = new Promise((resolve) => {
      this.#child.once('error', () => resolve())
      this.#child.once('exit', () => resolve())
    })
    void this.closed.then(() => this.settle(null, 'SIGKILL'))
    this.log = new TraceLog(log, listener.onLine, listener.onSaid)
    this.stdin = new PipeEnd(stdin.outer).on('error', () => {})
    this.stdout = readFrom(stdout.outer)
    this.#errors = new TrimmedOutput(readFrom(stderr.outer))
    this.#setup = new TrimmedOutput(readFrom(setup.outer))
    this.#launcher = new TrimmedOutput(this.#child.stderr)
    for (const { inner } of Object.values(fifos)) closeSync(inner)
  }

  /** The last of what the server wrote to stderr, the set-up command to either, and the launching shell about both. */
  get said(): { readonly stderr: string; readonly setup: string; readonly launcher: string } {
    return { stderr: this.#errors.text, setup: this.#setup.text, launcher: this.#launcher.text }
  }

  /** Lets the launching shell go on. */
  answer(): void {
    const answers = this.#child.stdio[4]
    if (answers !== null && answers !== undefined && 'write' in answers) answers.on('error', () => {}).write('go\n')
  }

  /** Says how the server ended, the first time; what it wrote last fills at most one pipe, and is read before the next event. */
  settle(code: number | null, signal: string | null): void {
    const { overMemory, overProcesses } = this
    const exit = { code, signal, overMemory, ...(overProcesses !== undefined && { overProcesses }) }
    setImmediate(() => setImmediate(() => this.#resolveExit(exit)))
  }

  /** The server's own processes, without the sandbox's. */
  pids(): readonly number[] {
    const [shell, tracer] = [this.shell(), this.tracer()]
    const all = this.#isListed() ? this.#family.members(shell) : descendants(shell)
    return all.filter((pid) => pid !== shell && pid !== tracer)
  }

  /** The sandbox's own, to whom the end of the server and of orphans is told. */
  sandboxPids(): readonly number[] {
    return [this.shell(), this.tracer() ?? []].flat()
  }

  /** Who traces the server; undefined while, or where, nobody does. */
  tracer(): number | undefined {
    if (!this.#traced || !this.isReady) return undefined
    return childrenOf(this.shell()).find((pid) => !this.leftovers.includes(pid))
  }

  /** Of the server's processes, those that are left, wherever they went. */
  survivors(): readonly number[] {
    if (this.#habitat.contained) return this.pids()
    const own = new Set([this.shell(), this.isReady ? childrenOf(this.shell()) : []].flat())
    return this.#uncontained().filter((pid) => !own.has(pid))
  }

  /** At once, and the whole tree: what cannot be contained is found by its mark. */
  kill(): void {
    this.wasKilled = true
    // It never started; and 0 would mean this process and its family.
    if (this.#child.pid === undefined) return
    const shell = this.shell()
    if (this.#habitat.contained) return kill(shell)
    if (this.#isListed()) kill(-shell)
    for (const pid of this.#uncontained()) kill(pid)
  }

  async end(): Promise<void> {
    this.kill()
    await this.closed
    for (let round = 0; round < KILL_ROUNDS && this.#left().length > 0; round += 1) {
      this.kill()
      await sleep(round)
    }
    this.log.close()
    for (const stream of [this.stdin, this.stdout, this.#errors, this.#setup, this.#launcher]) stream.destroy()
  }

  /** The first process inside, through whose eyes the sandbox can be seen. */
  shell(): number {
    const pid = this.#child.pid ?? 0
    return this.#habitat.contained ? (childrenOf(pid)[0] ?? pid) : pid
  }

  /** Whether there is nothing but a list to find processes by. */
  #isListed(): boolean {
    return !this.#habitat.contained && processSource() !== 'files'
  }

  /** All processes of a cell that does not contain them. */
  #uncontained(): readonly number[] {
    // A process shows no mark while it becomes another program.
    return this.#isListed() ? this.#left() : [...new Set([...this.#left(), ...descendants(this.shell())])]
  }

  /** Those that can be told from others wherever they went. */
  #left(): readonly number[] {
    const mark = this.#habitat.env[CELL_MARK]
    if (mark === undefined) return []
    return this.#isListed() ? this.#family.members(this.shell()) : markedWith(CELL_MARK, mark)
  }
}

/** What the launcher finds open at ENVIRONMENT_FD and LAUNCHER_FD. */
function launcherFiles({ native, scratch, env }: Habitat): readonly number[] {
  if (native === undefined) return []
  const file = join(scratch, 'environment')
  const text = Object.entries(env).map(([name, value]) => `${name}=${value}\0`)
  writeFileSync(file, text.join(''), { mode: 0o600, flag: 'wx' })
  const environment = openSync(file, 'r')
  unlinkSync(file)
  return [environment, openSync(native, 'r')]
}

/** The shell is told nothing that was declared for the server, unless nobody else can tell the server. */
function shellEnvironment({ native, env }: Habitat): NodeJS.ProcessEnv {
  const mark = env[CELL_MARK]
  return native === undefined ? { ...env } : { ...OWN_ENVIRONMENT, ...(mark !== undefined && { [CELL_MARK]: mark }) }
}

/** How a shell reports its child's end: 128 and the number of the signal that killed it. */
export function exitOf(status: number): Pick<Exit, 'code' | 'signal'> {
  const signal = Object.entries(constants.signals).find(([, number]) => number === status - 128)?.[0]
  return signal === undefined ? { code: status, signal: null } : { code: null, signal }
}
