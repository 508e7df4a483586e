import { parseJson } from '../wire/parse-json.ts'
import { readMessage } from '../wire/read-message.ts'
import { answerBatch } from './answer-batch.ts'
import { answerLegacy } from './answer-legacy.ts'
import { answerModern } from './answer-modern.ts'
import { classify } from './classify.ts'
import type { HttpHandler } from './handle-request.ts'
import { checkMediaTypes } from './media-types.ts'
import type { Post } from './post.ts'
import { readBody } from './read-body.ts'
import { RETRY, refusal, refuse } from './respond.ts'

/** POST: one message, or a batch. */
export const handlePost: HttpHandler = async (req, res, caller, http) => {
  const { limits, log, workload } = http.service
  const { principal } = caller
  const wrong = checkMediaTypes(req)
  if (wrong !== undefined) return refuse(res, wrong, log, { principal })
  if (workload.isFull) return refuse(res, refusal(503, 'Too many requests are under way.', RETRY), log, { principal })
  const cancellation = workload.begin()
  try {
    const body = await readBody(req, limits.maxBodyBytes)
    if (body.kind === 'gone') return
    if (body.kind === 'too large')
      return refuse(res, refusal(413, `A body has at most ${limits.maxBodyBytes} bytes.`), log, { principal })
    await answerBody(body.bytes, { req, res, caller, http, cancellation })
  } finally {
    workload.end(cancellation)
  }
}

async function answerBody(bytes: Buffer, post: Post): Promise<void> {
  const { req, res, caller, http } = post
  const { log } = http.service
  const { principal } = caller
  const parsed = parseJson(bytes)
  if (!parsed.ok) return refuse(res, { status: 400, answer: parsed }, log, { principal })
  const { value } = parsed
  if (Array.isArray(value)) return answerBatch(value, post)
  const read = readMessage(value)
  if (!read.ok) return refuse(res, { status: 400, answer: read }, log, { principal }, read.id)
  const { message } = read
  if (message.kind === 'reply') return answerLegacy(message, post)
  const route = classify(message, req.headers)
  const id = message.kind === 'request' ? message.id : null
  if ('status' in route) return refuse(res, route, log, { principal, method: message.method }, id)
  return route.era === 'modern' ? answerModern(message, post) : answerLegacy(message, post)
}
