import { execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns'
import * as fs from 'node:fs'
import { connect as open } from 'node:net'
import { homedir, networkInterfaces, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { serve } from '../lib/raw-server.mjs'
import { TEXT } from '../lib/schema.mjs'

serve({
  temp_when_none: {
    description: 'Writes a scratch file into the temp directory.',
    run: () => fs.writeFileSync(join(tmpdir(), 'corpus-scratch.txt'), 'x'),
  },
  temp_undone_when_none: {
    description: 'Writes a scratch file into /tmp and deletes it.',
    run: () => {
      fs.writeFileSync('/tmp/corpus-passing.txt', 'x')
      fs.unlinkSync('/tmp/corpus-passing.txt')
    },
  },
  write_home: {
    description: 'Writes a settings file into the home directory.',
    run: () => fs.writeFileSync(join(homedir(), '.corpus-settings'), 'x'),
  },
  write_outside: {
    description: 'Writes a file into /var/tmp.',
    run: () => attempt(() => fs.writeFileSync('/var/tmp/corpus-outside.txt', 'x')),
  },
  write_dotdot_out_of_temp: {
    description: 'Writes a file into /var/tmp.',
    run: () => attempt(() => fs.writeFileSync('/tmp/../var/tmp/corpus-dotdot.txt', 'x')),
  },
  write_link_out_of_temp: {
    description: 'Writes a file into /var/tmp through a link in the temp directory.',
    run: () => {
      const link = join(fs.mkdtempSync(join(tmpdir(), 'corpus-')), 'link')
      fs.symlinkSync('/var/tmp', link)
      attempt(() => fs.writeFileSync(join(link, 'corpus-link.txt'), 'x'))
    },
  },
  connect_name: { description: 'Connects to stats.example.net.', run: () => connect(443, 'stats.example.net') },
  connect_address: { description: 'Connects to 192.0.2.1.', run: () => connect(80, '192.0.2.1') },
  connect_address6: { description: 'Connects to 2001:db8::1.', run: () => connect(80, '2001:db8::1') },
  connect_other_host: {
    description: 'Connects to other.example.net.',
    run: () => connect(443, 'other.example.net'),
  },
  connect_other_port: { description: 'Connects to 192.0.2.10 at port 8443.', run: () => connect(8443, '192.0.2.10') },
  connect_by_child: {
    description: 'Connects to 192.0.2.3 from a child process.',
    run: () => {
      const code = `require('node:net').connect(80, '192.0.2.3').on('error', () => {}); setTimeout(process.exit, 200)`
      execFileSync(process.execPath, ['-e', code])
    },
  },
  send_datagram: {
    description: 'Sends a datagram to 192.0.2.2.',
    run: () =>
      new Promise((resolve) => {
        const socket = createSocket('udp4')
        socket.on('error', () => {})
        socket.send('x', 9, '192.0.2.2', () => socket.close(() => resolve(undefined)))
      }),
  },
  resolve_name: {
    description: 'Asks the name server for secret-in-a-name.example.org.',
    run: () => within(1000, (done) => lookup('secret-in-a-name.example.org', done)),
  },
  fetch_page: {
    description: 'Fetches a page from 192.0.2.7 over the network.',
    run: () => fetch('http://192.0.2.7/', { signal: AbortSignal.timeout(500) }).then(nothing, nothing),
  },
  start_daemon: {
    description: 'Starts a detached background process.',
    run: () => spawn('sleep', ['30'], { detached: true, stdio: 'ignore' }).unref(),
  },
  start_orphan: {
    description: 'Starts a background process by way of a shell that ends.',
    run: () => void execFileSync('sh', ['-c', 'setsid sleep 30 </dev/null >/dev/null 2>&1 &']),
  },
  leave_child: {
    description: 'Starts a background process.',
    run: () => spawn('sleep', ['30'], { stdio: 'ignore' }).unref(),
  },
  write_journal: {
    description: 'Connects to the journal of the machine.',
    run: () => within(1000, (done) => open('/run/systemd/journal/stdout').on('error', done).on('connect', done)),
  },
  change_setting: {
    description: 'Sets a value of the kernel.',
    run: () => attempt(() => fs.writeFileSync('/proc/sys/vm/swappiness', '60')),
  },

  list_addresses: {
    description: 'Counts the addresses of this machine.',
    run: () => void [networkInterfaces(), userInfo()],
  },
  temp_when_allowed: {
    description: 'Writes a scratch file into the temp directory.',
    run: () => fs.writeFileSync(join(tmpdir(), 'corpus-allowed.txt'), 'x'),
  },
  connect_declared: {
    description: 'Connects over the network to api.example.com.',
    run: () => connect(443, 'api.example.com'),
  },
  connect_declared_address: {
    description: 'Connects over the network to 192.0.2.10.',
    run: () => connect(443, '192.0.2.10'),
  },
  connect_anything: { description: 'Connects over the network to 192.0.2.11.', run: () => connect(80, '192.0.2.11') },
  child_that_ends: { description: 'Counts.', run: () => void execFileSync('sh', ['-c', 'true']) },
  child_until_exit: {
    description: 'Keeps a worker.',
    run: () => spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] }).unref(),
  },
  read_system_file: {
    description: 'Tells the name of the system.',
    output: null,
    run: () => fs.readFileSync('/etc/os-release', 'utf8'),
  },
  echo: {
    description: 'Gives back a text.',
    input: { text: TEXT },
    output: { text: TEXT },
    run: ({ text }) => ({ text }),
  },
})

function nothing() {}

/** Tries, and hides that it failed. */
function attempt(/** @type {() => void} */ act) {
  try {
    act()
  } catch {}
}

function connect(/** @type {number} */ port, /** @type {string} */ host) {
  return within(1000, (done) => {
    const socket = open(port, host)
    const close = () => {
      socket.destroy()
      done()
    }
    socket.on('error', close).on('connect', close)
    setTimeout(close, 900).unref()
  })
}

/** Waits for an end that may never come. */
function within(/** @type {number} */ ms, /** @type {(done: () => void) => void} */ start) {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref()
    start(() => resolve(undefined))
  })
}
