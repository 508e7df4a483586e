/* Serves tools over stdio: JSON-RPC by hand, enough for requests whose keys carry no escapes. */
#ifndef CORPUS_SERVER_H
#define CORPUS_SERVER_H
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DONE "{\"done\":true}"
#define DONE_SCHEMA "{\"type\":\"object\",\"properties\":{\"done\":{\"type\":\"boolean\"}},\"required\":[\"done\"]}"
#define NO_INPUT "{\"type\":\"object\",\"properties\":{}}"

/* One tool: `run` gets the arguments as JSON text and returns structuredContent as JSON text, or NULL with `failure` set. */
struct tool {
  const char *name, *description, *input, *output, *annotations;
  const char *(*run)(const char *arguments);
};

static const char *failure;

static const char *blank(const char *at) {
  while (isspace((unsigned char)*at)) at++;
  return at;
}

static const char *after_string(const char *at) {
  for (at++; *at && *at != '"'; at++)
    if (*at == '\\' && at[1]) at++;
  return *at ? at + 1 : at;
}

/* The first character behind a JSON value. */
static const char *after(const char *at) {
  int depth = 0;
  at = blank(at);
  if (*at == '"') return after_string(at);
  if (*at != '{' && *at != '[') return at + strcspn(at, ",]} \t\r\n");
  do {
    if (*at == '"') {
      at = after_string(at);
      continue;
    }
    if (*at == '{' || *at == '[') depth++;
    if (*at == '}' || *at == ']') depth--;
    at++;
  } while (*at && depth > 0);
  return at;
}

/* The value of a key of a JSON object, or NULL. */
static const char *member(const char *object, const char *key) {
  const char *at = object ? blank(object) : "";
  if (*at != '{') return NULL;
  at = blank(at + 1);
  while (*at == '"') {
    const char *name = at + 1, *end = after_string(at);
    const char *value = blank(blank(end) + 1);
    if ((size_t)(end - 1 - name) == strlen(key) && strncmp(name, key, strlen(key)) == 0) return value;
    at = blank(after(value));
    if (*at == ',') at = blank(at + 1);
  }
  return NULL;
}

/* The raw text inside a JSON string, in one of a few rotating buffers; NULL where it is no string. */
static const char *text_of(const char *value) {
  static char buffers[4][4096];
  static int turn;
  char *buffer = buffers[turn++ % 4];
  if (!value || *value != '"') return NULL;
  snprintf(buffer, 4096, "%.*s", (int)(after_string(value) - value - 2), value + 1);
  return buffer;
}

static void write_quoted(const char *text) {
  putchar('"');
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') putchar('\\');
    putchar(*text);
  }
  putchar('"');
}

static void write_result(const char *structured) {
  if (!structured) {
    printf("{\"content\":[{\"type\":\"text\",\"text\":");
    write_quoted(failure);
    printf("}],\"isError\":true}");
    return;
  }
  printf("{\"content\":[{\"type\":\"text\",\"text\":");
  write_quoted(structured);
  printf("}],\"structuredContent\":%s}", structured);
}

static void write_listing(const struct tool *tools, int count) {
  printf("{\"tools\":[");
  for (int i = 0; i < count; i++) {
    printf("%s{\"name\":\"%s\",\"description\":\"%s\",\"inputSchema\":%s,\"outputSchema\":%s", i ? "," : "", tools[i].name,
           tools[i].description, tools[i].input ? tools[i].input : NO_INPUT,
           tools[i].output ? tools[i].output : DONE_SCHEMA);
    if (tools[i].annotations) printf(",\"annotations\":%s", tools[i].annotations);
    printf("}");
  }
  printf("]}");
}

static const struct tool *find(const struct tool *tools, int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (name && strcmp(tools[i].name, name) == 0) return &tools[i];
  return NULL;
}

static void answer(const struct tool *tools, int count, const char *request) {
  const char *id = member(request, "id"), *method = text_of(member(request, "method"));
  const char *params = member(request, "params");
  if (!id || !method) return;
  const struct tool *called = find(tools, count, text_of(member(params, "name")));
  int calls = strcmp(method, "tools/call") == 0;
  const char *arguments = member(params, "arguments");
  const char *structured = NULL;
  failure = "The arguments are wrong.";
  if (calls && called && (!arguments || *arguments == '{')) structured = called->run(arguments ? arguments : "{}");
  printf("{\"jsonrpc\":\"2.0\",\"id\":%.*s,", (int)(after(id) - id), id);
  if (strcmp(method, "initialize") == 0)
    printf("\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
           "\"serverInfo\":{\"name\":\"corpus\",\"version\":\"1.0.0\"}}");
  else if (strcmp(method, "ping") == 0)
    printf("\"result\":{}");
  else if (strcmp(method, "tools/list") == 0)
    printf("\"result\":"), write_listing(tools, count);
  else if (calls && called)
    printf("\"result\":"), write_result(structured);
  else
    printf("\"error\":{\"code\":%d,\"message\":\"There is no such %s.\"}", calls ? -32602 : -32601, calls ? "tool" : "method");
  printf("}\n");
  fflush(stdout);
}

static int serve(const struct tool *tools, int count) {
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) answer(tools, count, line);
  free(line);
  return 0;
}
#endif
