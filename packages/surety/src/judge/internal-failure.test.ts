import { expect, test } from 'vitest'
import type { Answer } from './call-evidence.ts'
import { exampleText } from './example-evidence.ts'
import { isInternalFailure } from './internal-failure.ts'

const text = (said: string): Answer => exampleText(said, { isError: true })
const error = (code: number, message: string): Answer => ({ kind: 'error', code, message, errorCode: undefined })

const FAILURES: readonly (readonly [string, Answer])[] = [
  ['a value that is not there', text("Cannot read properties of undefined (reading 'token')")],
  ['the same through an SDK', error(-32603, "MCP error -32603: Cannot read properties of null (reading 'a')")],
  ['a function that is none', text('args.items.map is not a function')],
  ['a list that is none', text('undefined is not iterable')],
  ['an argument of Node', text('The "path" argument must be of type string. Received undefined')],
  ['an exception by name', text('TypeError: x.toFixed is wrong')],
  ['a stack', text('Oops\n    at run (/srv/server.js:3:5)')],
  ['a key of Python', text("'places'")],
  ['the same through FastMCP', text("Error executing tool round: 'places'")],
  ['an attribute of Python', text("'NoneType' object has no attribute 'strip'")],
  ['an index of Python', text('list index out of range')],
  ['an index of Go', text('runtime error: index out of range [0] with length 0')],
  ['a crash over a list', text('[ 1, 2 ].mop is not a function')],
  ['an internal error', error(-32603, 'Internal error')],
  ['an internal error that says little', error(-32603, 'boom')],
]

const REFUSALS: readonly (readonly [string, Answer])[] = [
  ['a reason', text('1900 is too early')],
  ['a demand', text('At least one of a and b is needed.')],
  ['an empty text', text('text must not be empty')],
  ['invalid params', error(-32602, 'text must not be empty')],
  ['a thing that does not exist', error(-32603, 'User ada not found')],
  ['a file that does not exist', error(-32603, "ENOENT: no such file or directory, open 'a'")],
  ['a network that is not there', text('TypeError: fetch failed')],
  ['a host that is not there', error(-32603, 'getaddrinfo EAI_AGAIN api.example.com')],
  ['a key that is not there', error(-32603, 'API key is missing')],
  ['a name in quotes', text("No such user: 'ada'")],
  ['a variable of the user', text('y is not defined')],
  ['a division', text('Division by zero')],
  [
    'a program of the caller',
    text('Error: Command failed: node "/tmp/a.js"\nReferenceError: a is not defined\n    at /tmp/a.js:1:1'),
  ],
  [
    'what a validator lists',
    error(
      -32603,
      '[\n  {\n    "code": "invalid_format",\n    "path": [\n      "url"\n    ],\n    "message": "Invalid URL"\n  }\n]',
    ),
  ],
]

test.each(FAILURES)('%s is the failure of the program', (_, answer) => {
  expect(isInternalFailure(answer)).toBe(true)
})

test.each(REFUSALS)('%s is a refusal that somebody wrote', (_, answer) => {
  expect(isInternalFailure(answer)).toBe(false)
})
