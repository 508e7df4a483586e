/*
 * The programs right after Surety and right before the server it tests. Static and without a C library, so that no
 * variable of the environment can make it run anything else.
 *
 *   launcher enter KEEP command…          ends with its parent, passes on the descriptors below KEEP and no others,
 *                                         joins a new session keyring
 *   launcher confine POLICY POWERS ENV file word…
 *                                         ends with its parent, passes on descriptors 0 to 2, gives up the ways out
 *                                         that no namespace closes and then all capabilities but POWERS, and runs
 *                                         `file` as `word…` with the environment that descriptor ENV holds
 *
 * POLICY is `traced` where strace refuses, and so reports, the calls that need no look at their arguments; otherwise
 * `untraced`. POWERS is a number with a bit for each capability, or `all`. Capabilities go last: until then no process of
 * the server's can look into this one. Build: see build.sh. The filter is explained in docs/decisions/0010-native-launcher.md.
 */
#include <errno.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/keyctl.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>

#define PDEATH_SIGNAL 9 /* SIGKILL */
#define AF_VSOCK 40
#define TIOCSTI 0x5412
#define TIOCLINUX 0x541C
#define X32_CALL 0x40000000
/* Negative numbers: a tracer that refuses a call makes it one of these. */
#define NO_CALL 0x80000000
#define NAMESPACES (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)
#define MAX_ENVIRONMENT (2 * 1024 * 1024)
#define MAX_VARIABLES 16384
#define MAX_DESCRIPTORS 65536
#define MAX_CAPABILITIES 64
#define FAILED 125

/* Newer than the oldest headers this is built with; the same on every architecture. */
#ifndef __NR_open_tree_attr
#define __NR_open_tree_attr 467
#endif

static long call6(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
#endif
}
#define call(number, a, b, c) call6(number, (long)(a), (long)(b), (long)(c), 0, 0, 0)

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
/* The lower half of an argument: what these calls look at fits in it. */
#define LOAD_ARGUMENT(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define REFUSE(error) RETURN(SECCOMP_RET_ERRNO | (error))
#define UNLESS(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped)
#define UNLESS_ANY(bits, skipped) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, skipped)
#define REFUSE_CALL(name, error) UNLESS(__NR_##name, 1), REFUSE(error)

/* What no tracer could refuse, because the arguments decide, or need not tell of. Ends with the call's number loaded. */
#define REFUSE_ALWAYS(foreign, vsock)                                                            \
  LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0), RETURN(foreign),          \
  LOAD(nr), BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, NO_CALL, 0, 1), REFUSE(ENOSYS),                  \
  BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_CALL, 0, 1), RETURN(foreign),                          \
  UNLESS(__NR_clone, 4), LOAD_ARGUMENT(0), UNLESS_ANY(NAMESPACES, 1), REFUSE(EPERM), LOAD(nr),   \
  REFUSE_CALL(clone3, ENOSYS), /* its arguments are behind a pointer; libraries fall back */      \
  UNLESS(__NR_unshare, 4), LOAD_ARGUMENT(0), UNLESS_ANY(NAMESPACES | CLONE_NEWTIME, 1), REFUSE(EPERM), LOAD(nr), \
  UNLESS(__NR_socket, 4), LOAD_ARGUMENT(0), UNLESS(AF_VSOCK, 1), RETURN(vsock), LOAD(nr),        \
  UNLESS(__NR_ioctl, 6), LOAD_ARGUMENT(1), UNLESS(TIOCSTI, 1), REFUSE(EPERM),                    \
  UNLESS(TIOCLINUX, 1), REFUSE(EPERM), LOAD(nr),                                                 \
  REFUSE_CALL(open_by_handle_at, EPERM), REFUSE_CALL(perf_event_open, EPERM), REFUSE_CALL(userfaultfd, EPERM), \
  REFUSE_CALL(fsconfig, EPERM), REFUSE_CALL(open_tree_attr, EPERM)

static const struct sock_filter traced[] = {
  REFUSE_ALWAYS(SECCOMP_RET_TRAP, SECCOMP_RET_TRAP), /* the signal is seen by the tracer, an error would not be */
  RETURN(SECCOMP_RET_ALLOW),
};

/* Beyond that, what a tracer refuses itself: kernel-calls.ts. */
static const struct sock_filter untraced[] = {
  REFUSE_ALWAYS(SECCOMP_RET_ERRNO | ENOSYS, SECCOMP_RET_ERRNO | EAFNOSUPPORT),
  REFUSE_CALL(io_uring_setup, ENOSYS), /* it would make sockets behind the filter's back */
  REFUSE_CALL(add_key, EPERM),
  REFUSE_CALL(request_key, EPERM),
  REFUSE_CALL(keyctl, EPERM),
  REFUSE_CALL(setns, EPERM),
  REFUSE_CALL(mount, EPERM),
  REFUSE_CALL(umount2, EPERM),
  REFUSE_CALL(pivot_root, EPERM),
  REFUSE_CALL(open_tree, EPERM),
  REFUSE_CALL(move_mount, EPERM),
  REFUSE_CALL(fsopen, EPERM),
  REFUSE_CALL(fspick, EPERM),
  REFUSE_CALL(fsmount, EPERM),
  REFUSE_CALL(mount_setattr, EPERM),
  REFUSE_CALL(bpf, EPERM),
  RETURN(SECCOMP_RET_ALLOW),
};

static char environment[MAX_ENVIRONMENT + 1];
static char *variables[MAX_VARIABLES + 1];

static int same(const char *a, const char *b) {
  while (*a != 0 && *a == *b) a++, b++;
  return *a == *b;
}

static long number(const char *digits) {
  long value = 0;
  for (; *digits >= '0' && *digits <= '9'; digits++) value = value * 10 + (*digits - '0');
  return value;
}

static void fail(const char *what) {
  long length = 0;
  while (what[length] != 0) length++;
  call(__NR_write, 2, what, length);
  call(__NR_exit_group, FAILED, 0, 0);
}

static void closeFrom(long first) {
  if (call(__NR_close_range, first, ~0U, 0) == 0) return;
  /* Linux before 5.9. */
  for (long descriptor = first; descriptor < MAX_DESCRIPTORS; descriptor++) call(__NR_close, descriptor, 0, 0);
}

static void readEnvironment(long descriptor) {
  long length = 0, count = 0, start = 0;
  for (;;) {
    long got = call6(__NR_pread64, descriptor, (long)(environment + length), MAX_ENVIRONMENT - length, length, 0, 0);
    if (got < 0) fail("The launcher cannot read the server's environment.\n");
    if (got == 0) break;
    length += got;
    if (length == MAX_ENVIRONMENT) fail("The server's environment is too large.\n");
  }
  for (long at = 0; at < length; at++) {
    if (environment[at] != 0) continue;
    if (count == MAX_VARIABLES) fail("The server's environment has too many variables.\n");
    variables[count++] = environment + start;
    start = at + 1;
  }
  variables[count] = 0;
}

static void install(const struct sock_filter *filter, unsigned short length) {
  struct sock_fprog program = {length, (struct sock_filter *)filter};
  if (call6(__NR_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0) != 0) fail("The launcher cannot give up privileges.\n");
  if (call(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0) fail("The launcher cannot install its filter.\n");
}

/* From the bounding set too, or a root would have them back with its next program. */
static void keepPowers(unsigned long kept) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct sets[2];
  if (call(__NR_capget, &header, sets, 0) != 0) fail("The launcher cannot read its capabilities.\n");
  if (sets[0].permitted == 0 && sets[1].permitted == 0) return;
  for (long capability = 0; capability < MAX_CAPABILITIES; capability++) {
    if ((kept >> capability & 1) != 0) continue;
    long dropped = call(__NR_prctl, PR_CAPBSET_DROP, capability, 0);
    if (dropped == -EINVAL) break;
    if (dropped != 0) fail("The launcher cannot give up capabilities.\n");
  }
  for (int half = 0; half < 2; half++) {
    sets[half].permitted &= (unsigned int)(kept >> 32 * half);
    sets[half].effective = sets[half].permitted;
    sets[half].inheritable = 0;
  }
  if (call(__NR_capset, &header, sets, 0) != 0) fail("The launcher cannot give up capabilities.\n");
}

static void enter(char **words, char **inherited) {
  call(__NR_prctl, PR_SET_PDEATHSIG, PDEATH_SIGNAL, 0);
  closeFrom(number(words[0]));
  /* The server is refused every call on keyrings; this keeps what the kernel looks up for it apart too. */
  call(__NR_keyctl, KEYCTL_JOIN_SESSION_KEYRING, 0, 0);
  call(__NR_execve, words[1], words + 1, inherited);
}

static void confine(char **words) {
  char *file = words[3];
  char **arguments = words + 4;
  call(__NR_prctl, PR_SET_PDEATHSIG, PDEATH_SIGNAL, 0);
  readEnvironment(number(words[2]));
  closeFrom(3);
  if (same(words[0], "traced")) install(traced, sizeof traced / sizeof traced[0]);
  else install(untraced, sizeof untraced / sizeof untraced[0]);
  if (!same(words[1], "all")) keepPowers(number(words[1]));
  if (call(__NR_execve, file, arguments, variables) != -ENOEXEC) return;
  /* A script without its first line is the shell's, as everywhere. */
  arguments[0] = file;
  arguments[-1] = "/bin/sh";
  call(__NR_execve, "/bin/sh", arguments - 1, variables);
}

__attribute__((used)) void start(long *stack) {
  long count = stack[0];
  char **words = (char **)(stack + 1);
  if (count > 3 && same(words[1], "enter")) enter(words + 2, words + count + 1);
  if (count > 6 && same(words[1], "confine")) confine(words + 2);
  fail("The launcher cannot start the program.\n");
}

#if defined(__x86_64__)
__asm__(".global _start\n_start:\n  xor %ebp, %ebp\n  mov %rsp, %rdi\n  and $-16, %rsp\n  call start\n");
#elif defined(__aarch64__)
__asm__(".global _start\n_start:\n  mov x29, #0\n  mov x0, sp\n  bl start\n");
#endif
