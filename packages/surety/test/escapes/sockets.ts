import { type Escape, attempt } from './escape.ts'

export const sockets: readonly Escape[] = [
  { way: 'connects to a socket outside', script: ({ outside }) => attempt('stream', `${outside}/stream`) },
  { way: 'sends to a datagram socket outside', script: ({ outside }) => attempt('datagram', `${outside}/datagram`) },
  {
    way: 'connects to a socket that has a relative name',
    script: ({ outside }) => attempt('stream', `${outside}/relative`),
  },
  {
    way: 'connects to a socket whose name holds a line break',
    script: ({ outside }) => attempt('stream', `${outside}/two\nlines`),
  },
  { way: 'connects to an abstract socket', script: ({ abstract }) => attempt('abstract', abstract) },
  {
    way: 'connects through links',
    script: ({ outside }) =>
      `ln -s ${outside} /tmp/l; ln -s /tmp/l/stream s; ln ${outside}/stream h; ./attempt stream h; ${attempt('stream', 's')}`,
  },
  {
    way: 'names a socket in a word',
    args: ({ outside }) => [`${outside}/stream`],
    script: () => 'exec ./attempt stream "$1"',
  },
  {
    way: 'names a socket in a variable, and its folder',
    env: ({ outside }) => ({ SOCKET: `${outside}/stream`, FOLDER: outside }),
    script: () => './attempt datagram "$FOLDER/datagram"; exec ./attempt stream "$SOCKET"',
  },
  {
    way: 'names a socket in the set-up command',
    setup: ({ outside }) => `./attempt stream ${outside}/stream; ./attempt datagram ${outside}/datagram; echo tried`,
    script: () => 'echo tried',
  },
  {
    way: 'finds its way to a socket through other roots',
    script: ({ outside }) =>
      `for root in /proc/1/root /proc/self/root /proc/self/cwd/../../..; do ./attempt stream $root${outside}/stream; done; echo tried`,
  },
  {
    way: 'writes to a named pipe outside',
    script: ({ outside }) => `timeout 1 sh -c 'echo 2 > ${outside}/fifo'; ${attempt('open', '/nonexistent')}`,
  },
]
