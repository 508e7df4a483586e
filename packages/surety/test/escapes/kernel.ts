import { type Escape, attempt, inShell, unless } from './escape.ts'

export const keyrings: readonly Escape[] = [
  { way: "adds keys to the caller's keyrings", script: () => attempt('add-keys') },
  { way: "reads and searches the caller's keyrings", script: () => attempt('read-keys', 'surety-secret') },
  { way: 'joins and links keyrings', script: () => attempt('join-keys') },
  {
    way: 'does so in set-up',
    setup: () => './attempt add-keys; ./attempt join-keys',
    script: () => attempt('read-keys', 'x'),
  },
  { way: "lists everybody's keys", script: () => inShell(unless('grep -q . /proc/keys')) },
  {
    way: 'uses keyctl',
    script: () =>
      inShell(
        'keyctl new_session; keyctl add user surety-escape x @u && echo ESCAPED; keyctl clear @u && echo ESCAPED',
      ),
  },
]

export const devices: readonly Escape[] = [
  { way: 'makes devices', script: () => attempt('nodes') },
  ...[
    'mem',
    'kmem',
    'port',
    'kmsg',
    'vda',
    'sda',
    'loop0',
    'loop-control',
    'fuse',
    'kvm',
    'vsock',
    'watchdog',
    'uinput',
    'net/tun',
    'console',
    'tty1',
  ].map((name) => ({ way: `opens /dev/${name}`, script: () => attempt('open', `/dev/${name}`) })),
  {
    way: 'opens devices in the project and in home',
    before: ({ home }) => `mknod -m 666 log c 1 11; mknod -m 666 ${home}/log c 1 11; true`,
    script: ({ home }) => inShell(`./attempt open log write; ./attempt open ${home}/log write`),
  },
  {
    way: 'opens devices in a folder that its words name',
    before: ({ beside }) => `mknod -m 666 ${beside}/log c 1 11; true`,
    args: ({ beside }) => [beside],
    script: () => inShell('./attempt open "$1/log" write'),
  },
  { way: 'types into a terminal', script: () => attempt('terminal') },
  {
    way: 'leaves something in the shared memory of all',
    script: ({ key }) => inShell(`echo 2 > /dev/shm/surety-${key}`),
  },
]

export const machine: readonly Escape[] = [
  { way: 'steers the machine by system calls', script: ({ outside }) => attempt('machine', `${outside}/marker`) },
  {
    way: 'steers the machine by /proc',
    script: () =>
      inShell(
        'for file in sys/kernel/core_pattern sys/kernel/modprobe sys/kernel/hostname sys/vm/drop_caches sysrq-trigger irq/default_smp_affinity sys/fs/binfmt_misc/register sys/net/ipv4/ip_forward mtrr scsi/scsi acpi/wakeup; do if [ -e /proc/$file ] && true 2>/dev/null >> /proc/$file; then echo ESCAPED $file; fi; done',
      ),
  },
  {
    way: 'steers the machine by /sys',
    script: () =>
      inShell(
        'find /sys -type f -writable 2>/dev/null | head -50 | while read -r file; do if true 2>/dev/null >> $file; then echo ESCAPED $file; fi; done; for file in kernel/uevent_helper power/state kernel/mm/ksm/run; do if [ -e /sys/$file ] && true 2>/dev/null >> /sys/$file; then echo ESCAPED; fi; done',
      ),
  },
  {
    way: 'makes and joins control groups',
    script: () =>
      inShell(
        'for folder in /sys/fs/cgroup /sys/fs/cgroup/unified /sys/fs/cgroup/pids /sys/fs/cgroup/freezer; do mkdir $folder/surety-escape && echo ESCAPED; echo $$ > $folder/cgroup.procs && echo ESCAPED; echo 1 > $folder/cgroup.kill && echo ESCAPED; done 2>/dev/null',
      ),
  },
  { way: 'sets the date by a program', script: () => inShell(unless('date -s "$(date)"')) },
  { way: 'makes system calls of other kinds', script: () => attempt('old-calls') },
  { way: 'makes rings that write for it', script: () => attempt('io-uring') },
]
