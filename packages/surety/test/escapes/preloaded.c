/* Leaves `ran` beside itself, wherever it is loaded, and says so where the process still has powers a server lacks. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

__attribute__((constructor)) static void loaded(void) {
  static const char said[] = "ESCAPED into a program of the sandbox\n";
  if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0) (void)!write(1, said, sizeof said - 1);
  Dl_info where;
  char path[512];
  if (dladdr((void *)loaded, &where) == 0) return;
  snprintf(path, sizeof path, "%.*s/ran", (int)(strrchr(where.dli_fname, '/') - where.dli_fname), where.dli_fname);
  close(open(path, O_CREAT | O_WRONLY, 0666));
}

/* As an auditing library. */
unsigned int la_version(unsigned int version) {
  loaded();
  return version;
}
