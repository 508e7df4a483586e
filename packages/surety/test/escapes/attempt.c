/*
 * Attempts at one way out of a cell each: `attempt <way> [argument…]`. Prints ESCAPED if the kernel let it happen.
 * Whatever would be done is harmless where it succeeds.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sched.h>
#include <mqueue.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define OPEN_TREE_ATTR 467
#define SESSION_KEYRING -3
#define USER_KEYRING -4
#define USER_SESSION_KEYRING -5

static const char *first = "", *second = "";

static void tell(const char *what, int won) {
  if (won) printf("ESCAPED %s\n", what);
  fflush(stdout);
}

static int unixSocket(const char *path, int abstract, int type) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path + abstract, path, sizeof address.sun_path - 2);
  int fd = socket(AF_UNIX, type, 0);
  socklen_t length = offsetof(struct sockaddr_un, sun_path) + abstract + strlen(path);
  if (connect(fd, (struct sockaddr *)&address, length + (abstract ? 0 : 1)) != 0) return 0;
  send(fd, "heard\n", 6, MSG_NOSIGNAL);
  return 1;
}

static void stream(void) { tell("stream socket", unixSocket(first, 0, SOCK_STREAM)); }
static void datagram(void) { tell("datagram socket", unixSocket(first, 0, SOCK_DGRAM)); }
static void abstractStream(void) { tell("abstract socket", unixSocket(first, 1, SOCK_STREAM)); }
static void seqpacket(void) { tell("seqpacket socket", unixSocket(first, 0, SOCK_SEQPACKET)); }

static void addKeys(void) {
  for (int ring = USER_SESSION_KEYRING; ring <= SESSION_KEYRING; ring++)
    tell("add_key", syscall(__NR_add_key, "user", "surety-escape", "x", 1, ring) > 0);
}
static void readKeys(void) {
  char text[4096];
  for (int ring = USER_SESSION_KEYRING; ring <= SESSION_KEYRING; ring++)
    tell("KEYCTL_READ", syscall(__NR_keyctl, 11, ring, text, sizeof text) >= 0);
  tell("KEYCTL_SEARCH", syscall(__NR_keyctl, 10, USER_KEYRING, "user", first, 0) > 0);
  tell("request_key", syscall(__NR_request_key, "user", first, 0, 0) > 0);
}
static void joinKeys(void) {
  tell("KEYCTL_JOIN_SESSION_KEYRING", syscall(__NR_keyctl, 1, "surety-escape") > 0);
  tell("KEYCTL_LINK", syscall(__NR_keyctl, 8, USER_KEYRING, SESSION_KEYRING) == 0);
  tell("KEYCTL_GET_PERSISTENT", syscall(__NR_keyctl, 22, -1, SESSION_KEYRING) > 0);
}

static void bindMount(void) {
  mkdir("/tmp/m", 0777);
  tell("bind", mount(first, "/tmp/m", 0, MS_BIND, 0) == 0);
  tell("tmpfs", mount("none", "/tmp/m", "tmpfs", 0, 0) == 0);
  tell("proc", mount("none", "/tmp/m", "proc", 0, 0) == 0);
  tell("cgroup2", mount("none", "/tmp/m", "cgroup2", 0, 0) == 0);
  tell("move", mount("/proc", "/tmp/m", 0, MS_MOVE, 0) == 0);
}
static void remount(void) {
  tell("remount /", mount(0, "/", 0, MS_REMOUNT | MS_BIND, 0) == 0);
  tell("remount /proc/sys", mount(0, "/proc/sys", 0, MS_REMOUNT | MS_BIND, 0) == 0);
  tell("shared", mount(0, "/", 0, MS_REC | MS_SHARED, 0) == 0);
}
static void unmount(void) {
  const char *covers[] = {"/tmp", "/dev", "/proc", "/run", "/sys/fs/cgroup", "/proc/sys", first};
  for (size_t at = 0; at < sizeof covers / sizeof *covers; at++) tell(covers[at], umount2(covers[at], MNT_DETACH) == 0);
}
static void newMounts(void) {
  tell("open_tree", syscall(__NR_open_tree, AT_FDCWD, "/", 1 | AT_RECURSIVE) >= 0);
  tell("open_tree_attr", syscall(OPEN_TREE_ATTR, AT_FDCWD, "/", 1, 0, 0) >= 0);
  tell("fsopen", syscall(__NR_fsopen, "tmpfs", 0) >= 0);
  tell("fspick", syscall(__NR_fspick, AT_FDCWD, "/", 0) >= 0);
  struct { unsigned long long set, clear, propagation, userns; } attributes = {.clear = 1};
  tell("mount_setattr", syscall(__NR_mount_setattr, AT_FDCWD, "/", 0, &attributes, sizeof attributes) == 0);
  tell("move_mount", syscall(__NR_move_mount, AT_FDCWD, "/proc", AT_FDCWD, "/tmp", 0) == 0);
}
static void otherRoot(void) {
  mkdir("/tmp/r", 0777);
  tell("pivot_root", syscall(__NR_pivot_root, "/tmp", "/tmp/r") == 0);
  tell("chroot", chroot("/tmp/r") == 0);
}
static void handles(void) {
  char space[sizeof(struct file_handle) + 128] = {0};
  struct file_handle *handle = (struct file_handle *)space;
  handle->handle_bytes = 128;
  int id, root = open("/", O_RDONLY);
  if (name_to_handle_at(AT_FDCWD, first, handle, &id, 0) != 0) return;
  tell("open_by_handle_at", open_by_handle_at(root, handle, O_RDWR) >= 0);
  tell("open_by_handle_at", open_by_handle_at(open(".", O_RDONLY), handle, O_RDWR) >= 0);
}

static const int SPACES[] = {CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET, 0x80};
#define EACH_SPACE(at) for (size_t at = 0; at < sizeof SPACES / sizeof *SPACES; at++)

static void unshares(void) {
  EACH_SPACE(at) tell("unshare", unshare(SPACES[at]) == 0);
  tell("unshare user and mount", unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0);
}
static void clones(void) {
  EACH_SPACE(at) {
    if (SPACES[at] == 0x80) continue;
    long child = syscall(__NR_clone, SPACES[at] | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    tell("clone", child > 0);
    struct clone_args more = {.flags = SPACES[at], .exit_signal = SIGCHLD};
    child = syscall(__NR_clone3, &more, sizeof more);
    if (child == 0) _exit(0);
    tell("clone3", child > 0);
  }
}
static void joins(void) {
  const char *names[] = {"mnt", "user", "pid", "net", "ipc", "uts", "cgroup"};
  for (size_t at = 0; at < 7; at++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%s/ns/%s", first, names[at]);
    int fd = open(path, O_RDONLY);
    tell(path, fd >= 0 && setns(fd, 0) == 0);
  }
}

static void nodes(void) {
  tell("block device", mknod("disk", S_IFBLK | 0666, makedev(8, 0)) == 0);
  tell("kernel memory", mknod("/tmp/mem", S_IFCHR | 0666, makedev(1, 1)) == 0);
  tell("kernel log", mknod("/dev/shm/kmsg", S_IFCHR | 0666, makedev(1, 11)) == 0);
}
static void opens(void) { tell(first, open(first, strcmp(second, "write") == 0 ? O_WRONLY | O_NONBLOCK : O_RDONLY | O_NONBLOCK) >= 0); }

static void traces(void) {
  for (int pid = 1; pid < 40; pid++) {
    if (pid == getpid()) continue;
    struct iovec mine = {"x", 1}, theirs = {(void *)0x400000, 1};
    char path[64];
    if (ptrace(PTRACE_SEIZE, pid, 0, 0) == 0) tell("ptrace", 1);
    tell("process_vm_writev", process_vm_writev(pid, &mine, 1, &theirs, 1, 0) == 1);
    const char *parts[] = {"mem", "fd/3", "fd/7", "fd/8", "environ"};
    for (size_t at = 0; at < 5; at++) {
      snprintf(path, sizeof path, "/proc/%d/%s", pid, parts[at]);
      tell(path, open(path, at == 4 ? O_RDONLY : O_RDWR) >= 0);
    }
    int other = syscall(__NR_pidfd_open, pid, 0);
    tell("pidfd_getfd", other >= 0 && syscall(__NR_pidfd_getfd, other, 0, 0) >= 0);
  }
}
static void signals(void) {
  int victim = atoi(first);
  signal(SIGTERM, SIG_IGN);
  tell("kill", victim > 0 && kill(victim, SIGKILL) == 0);
  tell("pidfd_open", syscall(__NR_pidfd_open, victim, 0) >= 0);
  kill(-1, SIGTERM);
  setpriority(PRIO_USER, getuid(), 10);
  tell("priority", getpriority(PRIO_PROCESS, victim) == 10);
}
static void shared(void) {
  tell("System V memory", shmget(atoi(first), 1, 0) >= 0);
  tell("message queue", mq_open(second, O_RDWR) >= 0);
}
static void descriptors(void) {
  for (int fd = 3; fd < 1024; fd++) {
    tell("descriptor", fcntl(fd, F_GETFD) >= 0);
    (void)!write(fd, "x", 1);
    tell("folder", openat(fd, "etc", O_RDONLY) >= 0);
  }
}

static void port(void) {
  const char *hosts[] = {"127.0.0.1", "0.0.0.0", second};
  for (int at = 0; at < 3; at++) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(first))};
    if (inet_pton(AF_INET, hosts[at], &address.sin_addr) != 1) continue;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    tell("port", connect(fd, (struct sockaddr *)&address, sizeof address) == 0);
    tell("datagram", sendto(socket(AF_INET, SOCK_DGRAM, 0), "x", 1, 0, (struct sockaddr *)&address, sizeof address) == 1 && at == 2);
  }
}
static void vsock(void) { tell("vsock", socket(AF_VSOCK, SOCK_STREAM, 0) >= 0); }
static void rawSockets(void) {
  tell("packet", socket(AF_PACKET, SOCK_RAW, 0) >= 0);
  tell("raw", socket(AF_INET, SOCK_RAW, 1) >= 0);
  tell("bluetooth", socket(AF_BLUETOOTH, SOCK_RAW, 1) >= 0);
  struct { struct nlmsghdr head; struct ifinfomsg link; } down = {
    {sizeof down, RTM_NEWLINK, NLM_F_REQUEST | NLM_F_ACK, 1, 0}, {.ifi_index = 1, .ifi_change = IFF_UP},
  };
  struct { struct nlmsghdr head; struct nlmsgerr error; char rest[256]; } reply = {0};
  int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
  send(fd, &down, sizeof down, 0);
  tell("netlink", recv(fd, &reply, sizeof reply, 0) > 0 && reply.error.error == 0);
}
static void rings(void) {
  char parameters[256] = {0};
  tell("io_uring", syscall(__NR_io_uring_setup, 1, parameters) >= 0);
}
static volatile sig_atomic_t trapped;
static void noteTrap(int number) { trapped = number; }
/* A filter answers them with an error, or with a signal that a tracer sees: then nothing was called either. */
static void oldCalls(void) {
#if defined(__x86_64__)
  signal(SIGSYS, noteTrap);
  long result = 20; /* getpid of 32 bits */
  __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
  tell("32-bit call", result > 0 && !trapped);
  trapped = 0;
  result = syscall(0x40000000 + __NR_getpid);
  tell("x32 call", result > 0 && !trapped);
#endif
}
static void terminal(void) {
  int fd = posix_openpt(O_RDWR);
  char letter = 'x';
  tell("TIOCSTI", fd >= 0 && ioctl(fd, TIOCSTI, &letter) == 0);
  tell("TIOCSTI", ioctl(0, TIOCSTI, &letter) == 0);
  tell("controlling terminal", open("/dev/tty", O_RDWR) >= 0);
}
static void machine(void) {
  char name[65] = {0};
  gethostname(name, 64);
  tell("host name", sethostname(name, strlen(name)) == 0);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  struct timex same = {.modes = ADJ_TICK, .tick = 10000};
  tell("clock", adjtimex(&same) >= 0);
  tell("reboot", syscall(__NR_reboot, 0xfee1dead, 672274793, 0, 0) == 0);
  tell("module", syscall(__NR_init_module, "", 0, "") == 0 || (errno != EPERM && errno != ENOSYS));
  tell("bpf", syscall(__NR_bpf, 0, &(int[32]){2, 4, 4, 1}, 72) >= 0);
  tell("swap", syscall(__NR_swapon, first, 0) == 0 || (errno != EPERM && errno != ENOSYS));
  tell("acct", syscall(__NR_acct, 0) == 0);
  tell("quota", syscall(__NR_quotactl, 0, 0, 0, 0) == 0);
}
/** Two entries that change places without end. */
static void swaps(void) {
  for (time_t end = time(0) + atoi(second); time(0) < end;)
    for (int round = 0; round < 1000; round++) renameat2(AT_FDCWD, first, AT_FDCWD, "other", RENAME_EXCHANGE);
}
/** What set-up leaves behind: looks into every process that is started after it, halting it meanwhile. */
static void haunts(void) {
  if (fork() != 0) return;
  setsid();
  for (int fd = 0; fd < 3; fd++) close(fd);
  int log = open("/tmp/haunted", O_CREAT | O_WRONLY | O_APPEND, 0666), self = getpid();
  for (time_t end = time(0) + 3; time(0) < end;) {
    for (int pid = self + 1; pid < self + 12; pid++) {
      char path[64];
      if (kill(pid, SIGSTOP) != 0) continue;
      for (int fd = 7; fd <= 8; fd++) {
        snprintf(path, sizeof path, "/proc/%d/fd/%d", pid, fd);
        if (open(path, O_RDONLY) >= 0) dprintf(log, "ESCAPED %s\n", path);
      }
      kill(pid, SIGCONT);
      for (volatile int pause = 0; pause < 2000; pause++) continue;
    }
  }
}

static const struct { const char *name; void (*run)(void); } WAYS[] = {
  {"stream", stream}, {"datagram", datagram}, {"abstract", abstractStream}, {"seqpacket", seqpacket},
  {"add-keys", addKeys}, {"read-keys", readKeys}, {"join-keys", joinKeys},
  {"bind", bindMount}, {"remount", remount}, {"unmount", unmount}, {"new-mounts", newMounts}, {"other-root", otherRoot}, {"handles", handles},
  {"unshare", unshares}, {"clone", clones}, {"setns", joins},
  {"nodes", nodes}, {"open", opens}, {"trace", traces}, {"signals", signals}, {"shared", shared}, {"descriptors", descriptors}, {"port", port},
  {"vsock", vsock}, {"raw-sockets", rawSockets}, {"io-uring", rings}, {"old-calls", oldCalls}, {"terminal", terminal}, {"machine", machine},
  {"swap", swaps}, {"haunt", haunts},
};

int main(int count, char **words) {
  if (count > 2) first = words[2];
  if (count > 3) second = words[3];
  for (size_t at = 0; at < sizeof WAYS / sizeof *WAYS; at++)
    if (count > 1 && strcmp(WAYS[at].name, words[1]) == 0) return WAYS[at].run(), puts("tried"), 0;
  return 64;
}
