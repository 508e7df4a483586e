#include "../lib/server.h"
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#define TOOL(name) static const char *name(__attribute__((unused)) const char *arguments)

static int opened;

static void put(const char *path, int flags) {
  int file = open(path, O_WRONLY | O_CREAT | flags, 0644);
  if (file < 0) return;
  if (write(file, "x\n", 2) < 0) perror(path);
  close(file);
}

static int nothing(void) { return open("/dev/null", O_RDWR); }

TOOL(write_plain) { return put("plain.txt", O_TRUNC), DONE; }
TOOL(rename_file) { return rename("notes.txt", "notes.bak"), rename("notes.bak", "notes.txt"), DONE; }
TOOL(truncate_file) { return truncate("notes.txt", 3) ? NULL : DONE; }
TOOL(change_mode) { return chmod("notes.txt", 0600), DONE; }
TOOL(make_symlink) { return unlink("pointer"), symlink("notes.txt", "pointer") ? NULL : DONE; }
TOOL(make_link) { return unlink("twin.txt"), link("notes.txt", "twin.txt") ? NULL : DONE; }
TOOL(make_folder) { return mkdir("folder", 0755), DONE; }
TOOL(touch_times) { return utimes("notes.txt", (struct timeval[2]){{1, 0}, {1, 0}}), DONE; }
TOOL(set_xattr) { return setxattr("notes.txt", "user.corpus", "x", 1, 0), DONE; }
TOOL(create_and_delete) { return put("passing.txt", 0), unlink("passing.txt"), DONE; }
TOOL(write_open_descriptor) { return pwrite(opened, "later", 5, 0) < 0 ? NULL : DONE; }

TOOL(write_mmap) {
  int file = open("notes.txt", O_RDWR);
  char *view = mmap(NULL, 3, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (view == MAP_FAILED) return NULL;
  view[0] ^= 1;
  munmap(view, 3);
  return DONE;
}

TOOL(write_openat2) {
  struct open_how how = {.flags = O_WRONLY | O_CREAT | O_TRUNC, .mode = 0644};
  long file = syscall(SYS_openat2, AT_FDCWD, "second-door.txt", &how, sizeof how);
  if (file < 0) return put("second-door.txt", 0), DONE;
  if (write((int)file, "x", 1) < 0) return NULL;
  close((int)file);
  return DONE;
}

TOOL(write_sendfile) {
  int from = open("notes.txt", O_RDONLY), to = open("sent.txt", O_WRONLY | O_CREAT, 0644);
  if (sendfile(to, from, NULL, 5) < 0) perror("sendfile");
  close(from);
  close(to);
  return DONE;
}

TOOL(write_by_child) {
  pid_t child = fork();
  if (child == 0) put("by-child.txt", 0), _exit(0);
  waitpid(child, NULL, 0);
  return DONE;
}

TOOL(write_late) {
  if (fork() == 0) usleep(300000), put("late.txt", 0), _exit(0);
  return DONE;
}

TOOL(append_line) { return put("data/log.txt", O_APPEND), DONE; }
TOOL(put_value) { return put("data/value.txt", O_TRUNC), DONE; }
TOOL(write_allowed) { return put("data/report.txt", O_TRUNC), DONE; }
TOOL(temp_when_none) { return put("/tmp/corpus-scratch.txt", O_TRUNC), DONE; }
TOOL(temp_when_allowed) { return put("/tmp/corpus-allowed.txt", O_TRUNC), DONE; }
TOOL(write_outside) { return put("/var/tmp/corpus-outside.txt", O_TRUNC), DONE; }

TOOL(connect_address) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(80)};
  inet_pton(AF_INET, "192.0.2.50", &address.sin_addr);
  int plug = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  connect(plug, (struct sockaddr *)&address, sizeof address);
  close(plug);
  return DONE;
}

TOOL(start_daemon) {
  pid_t child = fork();
  if (child != 0) return waitpid(child, NULL, 0), DONE;
  setsid();
  if (fork() == 0) {
    for (int i = 0; i < 3; i++) dup2(nothing(), i);
    sleep(30);
  }
  _exit(0);
}

TOOL(change_flags) {
  int file = open("notes.txt", O_RDONLY), flags = FS_NODUMP_FL;
  ioctl(file, FS_IOC_SETFLAGS, &flags);
  close(file);
  return DONE;
}

TOOL(write_odd_name) { return put("odd-\xff.txt", O_TRUNC), DONE; }
TOOL(undo_odd_name) { return put("passing-\xff.txt", 0), unlink("passing-\xff.txt"), DONE; }
TOOL(add_key) { return syscall(SYS_add_key, "user", "corpus", "x", 1, -2), DONE; }
TOOL(new_namespace) { return fork() == 0 ? syscall(SYS_unshare, CLONE_NEWUSER), _exit(0), DONE : (wait(NULL), DONE); }
TOOL(mount_folder) { return mount("none", "/mnt", "tmpfs", 0, ""), umount("/mnt"), DONE; }
TOOL(vsock) { return close(socket(AF_VSOCK, SOCK_STREAM, 0)), DONE; }
TOOL(ping) { return close(socket(AF_INET, SOCK_DGRAM, IPPROTO_ICMP)), DONE; }

TOOL(leave_child) {
  if (fork() != 0) return DONE;
  for (int i = 0; i < 3; i++) dup2(nothing(), i);
  sleep(30);
  _exit(0);
}

TOOL(fork_many) {
  for (int i = 0; i < 900; i++)
    if (fork() == 0) return sleep(20), _exit(0), DONE;
  return sleep(1), DONE;
}

TOOL(own_knob) { return put("/proc/self/oom_score_adj", 0), put("/proc/self/comm", 0), DONE; }

TOOL(crash) { return raise(SIGSEGV), DONE; }
TOOL(read_notes) { return close(open("notes.txt", O_RDONLY)), access("notes.txt", W_OK), DONE; }
TOOL(hello) { return DONE; }

#define ENTRY(name, description) {#name, description, NULL, NULL, NULL, name}

static const struct tool tools[] = {
  ENTRY(write_plain, "Writes plain.txt into the project."),
  ENTRY(rename_file, "Renames notes.txt and back."),
  ENTRY(truncate_file, "Truncates notes.txt."),
  ENTRY(change_mode, "Changes the mode of notes.txt."),
  ENTRY(make_symlink, "Makes a symbolic link in the project."),
  ENTRY(make_link, "Makes a hard link in the project."),
  ENTRY(make_folder, "Makes a folder in the project."),
  ENTRY(touch_times, "Changes the times of notes.txt."),
  ENTRY(set_xattr, "Sets an extended attribute of notes.txt."),
  ENTRY(create_and_delete, "Creates a file in the project and deletes it."),
  ENTRY(write_open_descriptor, "Writes to a project file that was opened when the server started."),
  ENTRY(write_mmap, "Writes notes.txt through a memory map."),
  ENTRY(write_openat2, "Writes second-door.txt into the project."),
  ENTRY(write_sendfile, "Writes sent.txt into the project."),
  ENTRY(write_by_child, "Writes by-child.txt into the project from a child process."),
  ENTRY(write_late, "Writes late.txt into the project after it has answered."),
  ENTRY(append_line, "Writes one more line to data/log.txt."),
  ENTRY(put_value, "Writes data/value.txt."),
  ENTRY(write_allowed, "Writes data/report.txt."),
  ENTRY(temp_when_none, "Writes a scratch file into the temp directory."),
  ENTRY(temp_when_allowed, "Writes a scratch file into the temp directory."),
  ENTRY(write_outside, "Writes a file into /var/tmp."),
  ENTRY(connect_address, "Connects to 192.0.2.50."),
  ENTRY(start_daemon, "Starts a detached background process."),
  ENTRY(change_flags, "Changes the flags of notes.txt."),
  ENTRY(write_odd_name, "Writes a file with an odd name into the project."),
  ENTRY(undo_odd_name, "Creates a file with an odd name and deletes it."),
  ENTRY(add_key, "Adds a key to the keyring."),
  ENTRY(new_namespace, "Sets up a namespace."),
  ENTRY(mount_folder, "Adds a mount and removes it."),
  ENTRY(vsock, "Connects to the host of this machine."),
  ENTRY(ping, "Opens a socket to ping a server."),
  ENTRY(leave_child, "Starts a background process."),
  ENTRY(fork_many, "Starts processes."),
  ENTRY(own_knob, "Answers."),
  ENTRY(crash, "Answers."),
  ENTRY(read_notes, "Reads the notes."),
  ENTRY(hello, "Answers."),
};

int main(void) {
  signal(SIGCHLD, SIG_DFL);
  opened = open("data/keep.txt", O_RDWR);
  return serve(tools, sizeof tools / sizeof *tools);
}
