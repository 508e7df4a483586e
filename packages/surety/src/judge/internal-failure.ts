import type { Answer } from './call-evidence.ts'
import { answerText } from './answer-text.ts'

const INTERNAL_ERROR = -32603

/** What runtimes say where a program stumbles over its own values. */
const CRASHES: readonly RegExp[] = [
  /cannot (?:read|set) propert(?:y|ies) .{0,60}of (?:undefined|null)/i,
  /(?:^|[\s(])[\w$.[\]()]+ is not (?:a function|iterable|a constructor)\b/,
  /cannot destructure property|cannot convert undefined or null to object|before initialization|maximum call stack size|invalid array length|reduce of empty array/i,
  /the ["']\w+["'] argument must be (?:of type|one of type|an instance of)/i,
  /\b(?:ReferenceError|AttributeError|UnboundLocalError|NameError|KeyError|IndexError|ZeroDivisionError|RecursionError)\b/,
  /'\w+' object (?:has no attribute|is not (?:subscriptable|iterable|callable))|\b(?:list|string|tuple) index out of range|unsupported operand type|not supported between instances of|missing \d+ required positional argument|can only concatenate/,
  // A missing key of a dict in Python says no more than its name.
  /^(?:error (?:executing|calling) tool [\w.-]+: )?'[^'\n]{1,80}'$/i,
  /\bruntime error: |\bpanicked at\b|^panic: |\bNullPointerException\b|\bIndexOutOfBounds\w*|\bNullReferenceException\b/,
]

/** An exception by name or by its stack; what the world did to the tool may be behind it. */
const EXCEPTIONS: readonly RegExp[] = [
  /\bTypeError\b/,
  /\n\s+at .+:\d+:\d+/,
  /\bFile ".+", line \d+/,
  /^Traceback \(most recent call last\)/m,
]

/** The world's doing, not the tool's: something that is not there, not reachable, or not allowed. */
const OUTSIDE: readonly RegExp[] = [
  /\b(?:E(?:NOENT|ACCES|PERM|ROFS|ISDIR|NOTDIR|EXIST|NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NETUNREACH|HOSTUNREACH))\b|getaddrinfo|fetch failed|socket hang up/i,
  /\bnetwork\b|name or service not known|name resolution|connection (?:refused|reset|error|closed)|connect(?:ion)? timed? ?out|timed? ?out/i,
  /not found|no such|does(?: not|n['’]t) exist|not (?:installed|configured|running|available|logged in|authenticated)|permission denied|already exists/i,
  /unauthori[sz]ed|forbidden|\bapi[ _-]?key\b|\b(?:access|auth|bearer|api) token\b|credential|password|rate limit|environment variable|\b(?:401|403|404|429)\b/i,
]

/** What others found wrong: a program that the tool ran for its caller, or a validator, which lists what it refuses. */
const FOUND_BY_OTHERS: readonly RegExp[] = [
  /^(?:error: )?command failed\b/i,
  /^\s*\[\s*\{(?=[^]*"path":\s*\[)(?=[^]*"message":\s*")/,
]

/** Is an error answer the failure of the program itself, rather than a refusal that somebody wrote? */
export function isInternalFailure(answer: Answer): boolean {
  const said = answer.kind === 'error' ? answer.message : answerText(answer)
  const text = said.replace(/^MCP error -?\d+: /, '')
  if (matches(FOUND_BY_OTHERS, text)) return false
  if (matches(CRASHES, text)) return true
  const isInternal = (answer.kind === 'error' && answer.code === INTERNAL_ERROR) || matches(EXCEPTIONS, text)
  return isInternal && !matches(OUTSIDE, text)
}

function matches(patterns: readonly RegExp[], text: string): boolean {
  return patterns.some((pattern) => pattern.test(text))
}
