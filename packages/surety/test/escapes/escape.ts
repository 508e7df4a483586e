/** What an escape finds: a project and a home of its own, and things outside that must stay as they are. */
export interface Lab {
  readonly project: string
  readonly home: string
  /** An empty folder in the temp folder, which a server sees only if it names it. */
  readonly beside: string
  /** A folder outside, which everybody may write to: `marker`, `fifo` and the sockets `stream`, `datagram`, `relative`. */
  readonly outside: string
  /** A process outside, which listens at those and keeps the secret in its environment. */
  readonly victim: number
  /** Where the process outside listens on every address. */
  readonly port: number
  /** Names the process's System V memory, and its message queue. */
  readonly key: number
  /** A socket of the process, in no folder. */
  readonly abstract: string
}

/** One way out of a cell. It must end as it does anywhere, by saying `tried`, and leave no trace outside. */
export interface Escape {
  readonly way: string
  /** What the server does: a shell script, which has the program `attempt` beside it. */
  readonly script: (lab: Lab) => string
  /** What the set-up command does. */
  readonly setup?: (lab: Lab) => string
  readonly env?: (lab: Lab) => Readonly<Record<string, string>>
  /** More words after the script. */
  readonly args?: (lab: Lab) => readonly string[]
  /** Files of the project; programs all. */
  readonly files?: (lab: Lab) => Readonly<Record<string, string>>
  /** A shell script that comes first, outside, in the project: it makes what the project's author or the user had. */
  readonly before?: (lab: Lab) => string
  /** What Surety is told of its surroundings. */
  readonly around?: (lab: Lab) => Readonly<Record<string, string>>
  /** Where in the project the server is started. */
  readonly cwd?: string
  /** The project, by its path in the lab's. */
  readonly root?: (lab: Lab) => string
  /** Whether the changes are looked at while it runs. */
  readonly isWatched?: true
  /** Whether it may be ended, or refused, before it has tried. */
  readonly mayEnd?: true
}

/** Runs one way of attempt.c in the server's first process, so that all others are the sandbox's. */
export function attempt(...words: readonly (string | number)[]): string {
  return `exec ./attempt ${words.map((word) => `'${word}'`).join(' ')}`
}

/** A script that says when it is done. */
export function inShell(script: string): string {
  return `${script}; echo tried`
}

/** Says so if a command succeeds. */
export function unless(command: string): string {
  return `if ${command}; then echo ESCAPED; fi`
}

/** What a program does that must run nowhere but in the cell, as the server. */
export function intruder({ outside, project }: Lab): string {
  return `#!/bin/sh
echo 2 > ${outside}/marker
echo 2 > ${project}/ran
if grep -q 'NoNewPrivs:.*0' /proc/self/status; then echo ESCAPED; fi
`
}
