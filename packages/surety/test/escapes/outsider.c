/*
 * A process outside that nobody in a cell may reach: `outsider <folder> <key> <socket>`. It listens in every way a program can,
 * keeps a secret in its environment, and prints what it hears.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int heardAt(const char *name, int abstract, int type) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path + abstract, name, sizeof address.sun_path - 2);
  int fd = socket(AF_UNIX, type, 0);
  socklen_t length = offsetof(struct sockaddr_un, sun_path) + abstract + strlen(name);
  if (bind(fd, (struct sockaddr *)&address, length + (abstract ? 0 : 1)) != 0) exit(1);
  if (!abstract) chmod(name, 0777);
  if (type != SOCK_DGRAM) listen(fd, 8);
  return fd;
}

static int heardOnPort(int *port) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  socklen_t length = sizeof address;
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(fd, (struct sockaddr *)&address, length) != 0) exit(1);
  listen(fd, 8);
  getsockname(fd, (struct sockaddr *)&address, &length);
  *port = ntohs(address.sin_port);
  return fd;
}

int main(int count, char **words) {
  if (count < 4 || chdir(words[1]) != 0) return 64;
  char named[200], odd[200], datagram[200], queue[32];
  snprintf(named, sizeof named, "%s/stream", words[1]);
  snprintf(odd, sizeof odd, "%s/two\nlines", words[1]);
  snprintf(datagram, sizeof datagram, "%s/datagram", words[1]);
  snprintf(queue, sizeof queue, "/surety-%s", words[2]);
  int port, memory = shmget(atoi(words[2]), 1, IPC_CREAT | 0666);
  struct mq_attr small = {.mq_maxmsg = 1, .mq_msgsize = 8};
  mqd_t messages = mq_open(queue, O_CREAT | O_RDWR, 0666, &small);
  if (memory < 0 || messages < 0 || mkfifo("fifo", 0666) != 0) return 1;
  chmod("fifo", 0666);
  struct pollfd ears[] = {
    {heardAt(named, 0, SOCK_STREAM), POLLIN, 0}, {heardAt(datagram, 0, SOCK_DGRAM), POLLIN, 0},
    {heardAt("relative", 0, SOCK_STREAM), POLLIN, 0}, {heardAt(words[1], 1, SOCK_STREAM), POLLIN, 0},
    {heardOnPort(&port), POLLIN, 0}, {open("fifo", O_RDWR | O_NONBLOCK), POLLIN, 0}, {messages, POLLIN, 0},
    {heardAt(words[3], 0, SOCK_STREAM), POLLIN, 0}, 
    {heardAt(odd, 0, SOCK_STREAM), POLLIN, 0}, {0, POLLIN, 0},
  };
  const char *names[] = {"stream", "datagram", "relative", "abstract", "port", "fifo", "message queue", "agent", "odd"};
  printf("%d\n", port);
  fflush(stdout);
  /* Its standard input ends with the test. */
  while (poll(ears, 10, -1) >= 0 && ears[9].revents == 0) {
    for (int at = 0; at < 9; at++) {
      if (ears[at].revents == 0) continue;
      printf("heard at %s\n", names[at]);
      fflush(stdout);
      ears[at].fd = -1;
    }
  }
  shmctl(memory, IPC_RMID, 0);
  mq_unlink(queue);
  return 0;
}
