import { type Escape, type Lab, inShell } from './escape.ts'

const write = ({ outside, home }: Lab): string =>
  inShell(`echo 2 > ${outside}/marker; echo 2 > n; rm -rf ${outside}/*; cat ${home}/.ssh/id`)

const folders: readonly (readonly [what: string, name: (lab: Lab) => string])[] = [
  ['a quote and a command', ({ outside }) => `';echo 2 >${outside.replaceAll('/', '\u2215')};'`],
  ['a substitution', () => '$(touch ran)`touch ran`"${IFS}'],
  ['a line for the mount table', () => 'p\nnone tmp tmpfs rw 0 0\n#'],
  ['octal escapes', () => '\\040\\011\\134n\\'],
  ['commas, colons and equal signs', () => 'a,upperdir=x:lowerdir=y\\,z'],
  ['spaces of other scripts', () => 'a\u3000b\u00A0c\u2028d'],
  ['a dash', () => '-o remount,rw'],
]

const homes: readonly (readonly [what: string, home: (lab: Lab) => string, before?: (lab: Lab) => string])[] = [
  ['is relative', () => '.'],
  ['is the root', () => '/'],
  ['is empty', () => ''],
  ['does not exist', () => '/nonexistent/home'],
  ['is a file', ({ outside }) => `${outside}/marker`],
  ['is outside', ({ outside }) => outside],
  ['is in the project', ({ project }) => `${project}/home`, () => 'mkdir -m 777 home'],
  ['holds the project', ({ project }) => `${project}/..`],
  ['has an odd name', ({ project }) => `${project}/a \n\\040'b`, () => "mkdir -m 777 \"$(printf 'a \\n\\\\040')'b\""],
  ['holds the programs of the system', () => '/usr'],
  ["is the folder of the system's settings", () => '/etc'],
]

export const oddNames: readonly Escape[] = [
  ...folders.map(([what, name]) => ({
    way: `lives in a folder whose name holds ${what}`,
    files: (lab: Lab) => ({ [`${name(lab)}/x`]: '1' }),
    root: name,
    script: write,
  })),
  ...homes.map(([what, home, before]) => ({
    way: `meets a home that ${what}`,
    around: (lab: Lab) => ({ HOME: home(lab) }),
    ...(before !== undefined && { before }),
    setup: ({ project }: Lab) =>
      inShell(
        `for name in setpriv strace unshare; do rm -f /usr/bin/$name; cp ${project}/intruder /usr/bin/$name; done; echo ${project}/preloaded.so > /etc/ld.so.preload`,
      ),
    files: ({ outside }: Lab) => ({ intruder: `#!/bin/sh\necho ESCAPED\necho 2 > ${outside}/marker\n` }),
    script: write,
  })),
  {
    way: 'has words that break out of quotes',
    args: ({ outside }) => [`'; echo 2 > ${outside}/marker; '`, `$(echo 2 > ${outside}/marker)`, '-', '--', '\n', ''],
    script: () => inShell('true'),
  },
]

export const exhaustion: readonly Escape[] = [
  { way: 'prints without end and without lines', script: () => 'head -c 30000000 /dev/zero >&2; echo tried' },
  {
    way: 'prints without end in set-up',
    setup: () => 'head -c 30000000 /dev/zero; echo tried',
    script: () => 'echo tried',
  },
  {
    way: 'makes very many files',
    isWatched: true,
    script: () => 'i=0; while [ $i -lt 500 ]; do : > f$i; i=$((i + 1)); done; echo tried',
  },
]
