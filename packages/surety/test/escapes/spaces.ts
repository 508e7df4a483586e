import { type Escape, attempt, inShell } from './escape.ts'

export const mounts: readonly Escape[] = [
  { way: 'mounts', script: ({ outside }) => attempt('bind', outside) },
  { way: 'remounts', script: () => attempt('remount') },
  { way: 'unmounts what covers the machine', script: ({ project }) => attempt('unmount', project) },
  { way: 'mounts by the new calls', script: () => attempt('new-mounts') },
  { way: 'changes its root', script: () => attempt('other-root') },
  { way: 'opens files by handle', script: ({ outside }) => attempt('handles', `${outside}/marker`) },
  {
    way: 'mounts in set-up',
    setup: ({ outside, project }) =>
      `for way in bind remount new-mounts other-root; do ./attempt $way ${outside}; done; ./attempt unmount ${project}`,
    script: ({ outside }) => inShell(`echo 2 > ${outside}/marker`),
  },
  {
    way: "finds the sandbox's own folders",
    script: ({ project }) =>
      inShell(
        `for folder in /tmp /var/tmp /dev/shm; do ls -d $folder/surety-cell-*/upper* && echo ESCAPED; done; grep -o 'upperdir=[^,]*' /proc/self/mountinfo | cut -d= -f2 | while read -r upper; do ls -d "$upper" && echo ESCAPED; echo 2 > "$upper/ran"; done; ls -d ${project}/../../*/upper0 && echo ESCAPED`,
      ),
  },
]

export const namespaces: readonly Escape[] = [
  { way: 'unshares namespaces', script: () => attempt('unshare') },
  { way: 'clones into namespaces', script: () => attempt('clone') },
  { way: 'joins the namespaces of the first process', script: () => attempt('setns', 1) },
  { way: 'joins its own namespaces again', script: () => attempt('setns', 'self') },
  { way: 'unshares in set-up', setup: () => './attempt unshare; ./attempt clone', script: () => attempt('setns', 1) },
  {
    way: 'uses unshare and nsenter',
    script: ({ outside }) =>
      inShell(
        `unshare -rm sh -c 'umount -l /tmp; echo ESCAPED'; unshare -Urp --fork true && echo ESCAPED; nsenter -t 1 -m sh -c 'echo 2 > ${outside}/marker' && echo ESCAPED`,
      ),
  },
]

export const processes: readonly Escape[] = [
  { way: "looks into and writes to the sandbox's processes", script: () => attempt('trace') },
  {
    way: 'signals a process outside, and all there are',
    script: ({ victim }) => attempt('signals', victim),
    mayEnd: true,
  },
  {
    way: "ends and halts the sandbox's processes",
    script: ({ outside }) =>
      `trap '' TERM HUP INT; for pid in 1 2 3 4 5 6 7 8 $PPID; do [ $pid = $$ ] || kill -9 $pid; done 2>/dev/null; ./attempt unshare; ./attempt add-keys; ./attempt bind ${outside}; echo 2 > ${outside}/marker; echo tried`,
    mayEnd: true,
  },
  {
    way: 'looks into processes through /proc',
    script: ({ victim, outside }) =>
      inShell(
        `for pid in 1 $PPID ${victim}; do cat /proc/$pid/environ && echo ESCAPED; ls /proc/$pid/root/ && echo ESCAPED; ls /proc/$pid/cwd/ && echo ESCAPED; echo 2 > /proc/$pid/root${outside}/marker; done 2>/dev/null`,
      ).replace('$PPID ', ''),
  },
  {
    way: 'uses shared memory and message queues of a process outside',
    script: ({ key }) => attempt('shared', key, `/surety-${key}`),
  },
  {
    way: "looks into the sandbox's programs from a process that set-up left behind",
    setup: () => './attempt haunt',
    env: () => ({ LONG: 'x'.repeat(100_000) }),
    script: () => inShell('sleep 1; cat /tmp/haunted'),
    // A tracer that is halted while it starts may never start the server.
    mayEnd: true,
  },
  {
    way: 'has the kernel spare it, and end a process outside, when memory runs out',
    script: ({ victim }) =>
      inShell(
        `now=$(cat /proc/self/oom_score_adj); echo $((now - 1)) > /proc/self/oom_score_adj && echo ESCAPED spared; echo -17 > /proc/self/oom_adj && echo ESCAPED spared; echo 1000 > /proc/${victim}/oom_score_adj && echo ESCAPED ended`,
      ),
  },
  { way: 'writes to descriptors that Surety inherited', script: () => attempt('descriptors') },
]

export const network: readonly Escape[] = [
  { way: 'connects to ports of the machine', script: ({ port }) => attempt('port', port, '192.0.2.1') },
  { way: 'does so in set-up', setup: ({ port }) => `./attempt port ${port} 192.0.2.1`, script: () => 'echo tried' },
  { way: 'makes raw sockets and changes interfaces', script: () => attempt('raw-sockets') },
  { way: 'connects to the hypervisor', script: () => inShell('./attempt vsock') },
]
