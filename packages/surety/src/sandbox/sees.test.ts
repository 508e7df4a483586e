import { describe, expect, it } from 'vitest'
import { find } from '../../../../test/machine.ts'
import { folderWith, inShort, runScript } from '../../test/run-in-cell.ts'

const FILES = { 'a.txt': 'one', 'b.txt': 'two', 'd/x': 'x' }

const seen: readonly (readonly [what: string, script: string, sightings: readonly string[]])[] = [
  ['a new file', 'echo 1 > n', ['write project n new']],
  ['an overwritten file', 'echo 1 > a.txt', ['write project a.txt']],
  ['an appended line', 'echo 1 >> a.txt', ['write project a.txt']],
  ['a write that is undone', 'cp -p a.txt /tmp/keep; echo 1 > a.txt; cp -p /tmp/keep a.txt', ['write project a.txt']],
  ['a deleted file', 'rm a.txt', ['delete project a.txt']],
  ['a file made and deleted again', 'echo 1 > n; rm n', ['write project n new', 'delete project n new']],
  ['both names of a renamed file', 'mv a.txt n', ['rename project a.txt', 'rename project n new']],
  ['a file renamed over another', 'mv a.txt b.txt', ['rename project a.txt', 'rename project b.txt']],
  ['a new folder and its removal', 'mkdir n; rmdir n', ['write project n new', 'delete project n new']],
  ['a deleted tree', 'rm -r d', ['delete project d/x', 'delete project d']],
  ['a truncation', 'truncate -s 1 a.txt', ['write project a.txt']],
  ['changed permissions', 'chmod 600 a.txt', ['attributes project a.txt']],
  ['changed times', 'touch -d 2001-01-01 a.txt', ['attributes project a.txt']],
  ['a symbolic link', 'ln -s a.txt l', ['write project l new']],
  ['a hard link', 'ln a.txt l', ['write project l new']],
  ['a pipe made in a folder', 'mkfifo p', ['write project p new']],
  ['a write through a link', 'ln -s a.txt l; echo 1 > l', ['write project l new', 'write project a.txt']],
  ['a write through a linked folder', 'ln -s "$PWD/d" /tmp/in; rm /tmp/in/x', ['delete project d/x']],
  ['a write through ..', 'cd d; echo 1 > ../a.txt; rm ../b.txt', ['write project a.txt', 'delete project b.txt']],
  ['a write by a child', 'sh -c "echo 1 > a.txt"', ['process sh -c echo 1 > a.txt', 'write project a.txt']],
  ['a write to the temp folder', 'echo 1 > "$TMPDIR/t"', ['write temp /tmp/t new']],
  ['a write to shared memory', 'echo 1 > /dev/shm/t', ['write temp /dev/shm/t new']],
  ['a refused write elsewhere', 'echo 1 > /etc/surety-test', ['write elsewhere /etc/surety-test refused new']],
  ['a refused removal elsewhere', 'rm -f /etc/hostname', ['delete elsewhere /etc/hostname refused']],
  [
    'a refused change of a kernel setting',
    'echo 1 > /proc/sys/vm/swappiness',
    ['write elsewhere /proc/sys/vm/swappiness refused'],
  ],
  [
    "a setting of the sandbox's own first process",
    'echo 0 > /proc/1/oom_score_adj',
    ['write elsewhere /proc/1/oom_score_adj'],
  ],
  ['a refused file among the devices', 'echo 1 > /dev/surety-test', ['write elsewhere /dev/surety-test refused new']],
  ['a refused device', 'mknod /dev/surety-test c 1 3', ['write elsewhere /dev/surety-test refused new']],
  ['a refused mount', 'mount -t tmpfs none /mnt', ['write elsewhere the mount table (mount) refused']],
  ['a refused clearing of the kernel log', 'dmesg -C', ['write elsewhere the kernel log (syslog) refused']],
  ['a started program', 'true; /bin/echo hello', ['process /bin/echo hello']],
  [
    'a program that leaves the session',
    'setsid sleep 0',
    ['process setsid sleep 0', 'process setsid sleep 0 detached', 'process sleep 0 detached'],
  ],
]

const unseen: readonly (readonly [what: string, script: string])[] = [
  ['reading', 'read line < a.txt; [ -r b.txt ]; for f in *; do :; done'],
  ['a failed attempt to read or remove what is not there', 'read line < missing; cd missing'],
  ['/dev/null, stdout and stderr', 'echo 1 > /dev/null; echo 2 >> /dev/stdout; echo 3 > /dev/stderr'],
  ['a folder that exists already', 'mkdir -p d'],
  ['asking whether a file could be written', '[ -w a.txt ]'],
  [
    'settings of its own processes',
    'echo 1000 > /proc/self/oom_score_adj; echo x > /proc/$$/comm; sleep 1 & echo 1000 > /proc/$!/oom_score_adj; : > /proc/self/fd/1',
  ],
  ['reading the kernel log', 'dmesg -S'],
  ['the name of a user', 'id root; ls -l a.txt'],
]

describe.skipIf(find('strace') === undefined)('the tracer', () => {
  it.concurrent.each(seen)('sees %s', async (_, script, expected) => {
    const { sightings, stderr } = await runScript(script, FILES)
    expect(inShort(sightings), stderr).toEqual(expect.arrayContaining([...expected]))
  })

  it('takes a real folder that is shown inside the private temp folder for what it is', async () => {
    const other = folderWith({ 'a.txt': 'one' })
    const script = 'echo 1 > "$OTHER/n"; echo 1 > "$OTHER/a.txt"'
    const { sightings } = await runScript(script, {}, { env: { OTHER: other } })
    expect(inShort(sightings)).toEqual([
      `write elsewhere ${other}/n refused new`,
      `write elsewhere ${other}/a.txt refused`,
    ])
  })

  it.concurrent.each(unseen)('says nothing of %s', async (_, script) => {
    const { sightings } = await runScript(script, FILES)
    expect(inShort(sightings).filter((one) => !one.startsWith('process'))).toEqual([])
  })
})
