import { type Escape, type Lab, intruder } from './escape.ts'

const HELPERS = [
  'setpriv',
  'unshare',
  'mount',
  'mkfifo',
  'cp',
  'strace',
  'ip',
  'sh',
  'env',
  'chmod',
  'rm',
  'node',
  'cat',
]

function planted(folder: string): (lab: Lab) => Readonly<Record<string, string>> {
  return (lab) => Object.fromEntries(HELPERS.map((name) => [`${folder}/${name}`, intruder(lab)]))
}

const TRIED = () => 'echo tried'
/** Has the sandbox clean up what cannot be removed at once. */
const STUBBORN = () => 'mkdir -p a/b; touch a/b/c; chmod 0 a/b a; echo tried'

export const programs: readonly Escape[] = [
  {
    way: "puts programs of the sandbox's first in the caller's PATH",
    files: planted('bin'),
    around: ({ project }) => ({ PATH: `${project}/bin:${process.env['PATH']}` }),
    setup: STUBBORN,
    script: TRIED,
  },
  {
    way: "puts programs of the sandbox's in node_modules/.bin",
    files: planted('node_modules/.bin'),
    around: ({ project }) => ({ PATH: `${project}/node_modules/.bin:node_modules/.bin:.:${process.env['PATH']}` }),
    setup: STUBBORN,
    script: TRIED,
  },
  {
    way: 'declares a PATH of its own',
    files: planted('bin'),
    env: ({ project }) => ({ PATH: `${project}/bin` }),
    setup: TRIED,
    script: TRIED,
  },
  {
    way: 'replaces programs of the system in set-up',
    setup: ({ project }) =>
      `for name in setpriv strace sh; do cp attempt /usr/bin/$name; ln -sf ${project}/attempt /bin/$name; done; echo ${project}/preloaded.so > /etc/ld.so.preload; echo tried`,
    script: TRIED,
  },
  {
    way: 'replaces the spy and the launcher in set-up',
    setup: () =>
      'find ~ . /usr/lib/node_modules /tmp -maxdepth 6 -name "launcher-*" -writable 2>/dev/null | while read -r file; do cp attempt "$file"; done; echo tried',
    script: TRIED,
  },
  {
    way: 'replaces its own command in set-up, for one that has powers',
    setup: () => 'rm -f attempt; cp /bin/mount attempt; chmod 4755 attempt; echo tried',
    script: ({ outside }) => `./attempt --bind ${outside} /tmp && echo ESCAPED; echo tried`,
  },
  {
    way: 'runs programs that the system runs as root',
    script: ({ outside }) =>
      `for program in su sudo pkexec; do $program -c "echo 2 > ${outside}/marker" </dev/null; done; mount -t tmpfs none /tmp && echo ESCAPED; umount -l /tmp && echo ESCAPED; newgrp </dev/null; passwd -d root && echo ESCAPED; newuidmap $$ 0 0 1 && echo ESCAPED; echo tried`,
  },
]
