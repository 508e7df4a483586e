#include "../lib/server.h"
#include <time.h>

#define TEXT_INPUT "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}"

static char reply[8192];

static const char *hello(const char *arguments) {
  (void)arguments;
  return DONE;
}

static const char *length(const char *arguments) {
  const char *text = text_of(member(arguments, "text"));
  if (!text) return NULL;
  snprintf(reply, sizeof reply, "{\"length\":%zu}", strlen(text));
  return reply;
}

static const char *echo(const char *arguments) {
  const char *text = text_of(member(arguments, "text"));
  if (!text) return NULL;
  snprintf(reply, sizeof reply, "{\"text\":\"%s\"}", text);
  return reply;
}

static const char *now(const char *arguments) {
  (void)arguments;
  snprintf(reply, sizeof reply, "{\"at\":%lld}", (long long)time(NULL));
  return reply;
}

static const char *first_line(const char *arguments) {
  (void)arguments;
  char line[256] = "";
  FILE *file = fopen("notes.txt", "r");
  if (!file) return failure = "There are no notes.", NULL;
  if (!fgets(line, sizeof line, file)) line[0] = 0;
  fclose(file);
  line[strcspn(line, "\n")] = 0;
  snprintf(reply, sizeof reply, "{\"line\":\"%s\"}", line);
  return reply;
}

static const char *draft(const char *arguments) {
  (void)arguments;
  FILE *file = fopen("/tmp/corpus-draft.txt", "w");
  if (!file) return failure = "There is no temp directory.", NULL;
  fputs("draft", file);
  fclose(file);
  return DONE;
}

#define ANSWERS(key, type) "{\"type\":\"object\",\"properties\":{\"" key "\":{\"type\":\"" type "\"}},\"required\":[\"" key "\"]}"

static const struct tool tools[] = {
  {"hello", "Answers.", NULL, NULL, NULL, hello},
  {"length", "Measures a text in bytes.", TEXT_INPUT, ANSWERS("length", "integer"), NULL, length},
  {"echo", "Gives back a text.", TEXT_INPUT, ANSWERS("text", "string"), NULL, echo},
  {"now", "Tells the time.", NULL, ANSWERS("at", "integer"), NULL, now},
  {"first_line", "Reads the first line of the notes.", NULL, ANSWERS("line", "string"), "{\"readOnlyHint\":true}", first_line},
  {"draft", "Writes a draft to a file in the temp directory.", NULL, NULL, NULL, draft},
};

int main(void) { return serve(tools, sizeof tools / sizeof *tools); }
