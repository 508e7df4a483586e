import { type Escape, type Lab, intruder } from './escape.ts'

const TRIED = 'echo tried'

/** Variables that make a program run another, in all the places a project can set them. */
const variables: readonly (readonly [what: string, env: (lab: Lab) => Readonly<Record<string, string>>])[] = [
  ['LD_PRELOAD', ({ project }) => ({ LD_PRELOAD: `${project}/preloaded.so` })],
  ['LD_AUDIT', ({ project }) => ({ LD_AUDIT: `${project}/preloaded.so` })],
  ['LD_LIBRARY_PATH', ({ project }) => ({ LD_LIBRARY_PATH: `${project}/lib` })],
  ['BASH_ENV and ENV', ({ project }) => ({ BASH_ENV: `${project}/intruder`, ENV: `${project}/intruder` })],
  [
    'functions of bash',
    (lab) => ({ 'BASH_FUNC_cd%%': `() { ${line(lab)}; }`, 'BASH_FUNC_printf%%': `() { ${line(lab)}; }` }),
  ],
  ['SHELLOPTS and PS4', (lab) => ({ SHELLOPTS: 'xtrace', PS4: `$(${line(lab)})` })],
  ['IFS, CDPATH and GLOBIGNORE', ({ outside }) => ({ IFS: '/', CDPATH: outside, GLOBIGNORE: '*' })],
  ['NODE_OPTIONS', ({ project }) => ({ NODE_OPTIONS: `--require ${project}/intruder.cjs` })],
  ['PYTHONPATH and PYTHONSTARTUP', ({ project }) => ({ PYTHONPATH: project, PYTHONSTARTUP: `${project}/x.py` })],
  [
    'PERL5OPT and RUBYOPT',
    ({ project }) => ({ PERL5OPT: `-I${project} -Mintruder`, RUBYOPT: `-r${project}/intruder` }),
  ],
  ['GCONV_PATH and LOCPATH', ({ project }) => ({ GCONV_PATH: `${project}/lib`, LOCPATH: project, LC_ALL: 'x.Y' })],
  ['GLIBC_TUNABLES', () => ({ GLIBC_TUNABLES: `glibc.malloc.mxfast=glibc.malloc.mxfast=${'A'.repeat(4000)}` })],
  [
    'options of strace, mount and git',
    ({ project }) => ({ STRACE_OPTS: `-o|${project}/intruder`, LIBMOUNT_FSTAB: '/x', GIT_SSH: `${project}/intruder` }),
  ],
  [
    'names and values of several lines',
    (lab) => ({ 'A\nLD_PRELOAD': `${lab.project}/preloaded.so`, B: `'\n${line(lab)}\n'` }),
  ],
  ['a value that holds another variable', ({ project }) => ({ A: `1\0LD_PRELOAD=${project}/preloaded.so` })],
]

function line({ outside, project }: Lab): string {
  return `echo 2 > ${outside}/marker; echo 2 > ${project}/ran`
}

function files(lab: Lab): Readonly<Record<string, string>> {
  return {
    intruder: intruder(lab),
    'intruder.cjs': `
      const { readFileSync, writeFileSync } = require('node:fs')
      if (/NoNewPrivs:\\t0/.test(readFileSync('/proc/self/status', 'utf8'))) console.log('ESCAPED')
      try { writeFileSync('${lab.outside}/marker', '2') } catch {}
      writeFileSync('${lab.project}/ran', '2')`,
  }
}

const LIBRARIES =
  'mkdir -p lib && for name in libc.so.6 libselinux.so.1 libmount.so.1 libcap-ng.so.0; do cp preloaded.so lib/$name; done'

export const environment: readonly Escape[] = [
  ...variables.map(([what, env]) => ({
    way: `declares ${what}`,
    env,
    files,
    before: () => LIBRARIES,
    setup: () => TRIED,
    script: () => TRIED,
    // The library that stands in for libc keeps programs from starting at all.
    ...(what === 'LD_LIBRARY_PATH' && { mayEnd: true as const }),
  })),
  {
    way: 'sets variables in the set-up command',
    files,
    setup: ({ project }) => `export LD_PRELOAD=${project}/preloaded.so BASH_ENV=${project}/intruder; ${TRIED}`,
    script: () => TRIED,
  },
]
