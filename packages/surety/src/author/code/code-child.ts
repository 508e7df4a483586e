import { createInterface } from 'node:readline'
import { answerByCode } from './code-answers.ts'
import { READY, type Question } from './code-protocol.ts'

// One question a line on stdin, one answer a line on stdout; what the contracts' code prints goes to stderr.
const answer = process.stdout.write.bind(process.stdout)
process.stdout.write = process.stderr.write.bind(process.stderr)

// The time of the contracts' code is counted from here on, not from when a busy machine began to start the process.
answer(`${JSON.stringify({ id: READY, answer: true })}\n`)
for await (const line of createInterface({ input: process.stdin })) {
  const question: Question = JSON.parse(line)
  answer(`${JSON.stringify({ id: question.id, answer: await answerByCode(question.file, question) })}\n`)
}
process.exit(0)
