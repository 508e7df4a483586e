import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Json, isRecord } from '@surety/tool-contracts/tools'
import { UsageError } from './command.ts'

/** What `--input` means: JSON, or `@file` for a file that holds it. */
export function inputOf(word: string | undefined, cwd: string): Json | undefined {
  if (word === undefined) return undefined
  const input = word.startsWith('@') ? jsonIn(word.slice(1), cwd) : json(word, (why) => `--input is not JSON: ${why}.`)
  if (isRecord(input)) return input
  throw new UsageError(`--input takes a JSON object, the arguments by name, not ${word}.`)
}

/** What is no JSON is not quoted: it may be any file. */
function jsonIn(file: string, cwd: string): Json {
  return json(textIn(file, cwd), () => `--input takes a file of JSON, which ${JSON.stringify(file)} is not.`)
}

function textIn(file: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, file), 'utf8')
  } catch (error) {
    throw new UsageError(`--input cannot read ${JSON.stringify(file)}: ${messageOf(error)}.`)
  }
}

function json(text: string, fault: (why: string) => string): Json {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(fault(messageOf(error)))
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
