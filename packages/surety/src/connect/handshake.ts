import { setTimeout as pause } from 'node:timers/promises'
import { isRecord } from '@surety/tool-contracts/tools'
import type { Conversation } from './conversation.ts'
import { CLIENT_INFO, LEGACY_VERSION, LEGACY_VERSIONS, MODERN_VERSION, modern, serverInfoIn } from './era.ts'
import type { Message } from './incoming.ts'
import { now } from './now.ts'
import { failureOf, kindOf, readReply } from './read-reply.ts'
import type { CallLimits, Opened, Reply } from './session.ts'

const MAX_BYTES = 8 << 20

/** Finds out which protocol the server speaks, within one time limit: `initialize` first, then `server/discover`. */
export async function shakeHands(conversation: Conversation, timeoutMs: number): Promise<Opened> {
  const deadline = now() + timeoutMs
  const limits = (): CallLimits => ({ timeoutMs: Math.max(1, deadline - now()), maxBytes: MAX_BYTES })

  let initialized = await initialize(conversation, LEGACY_VERSION, { timeoutMs, maxBytes: MAX_BYTES })
  const offered = offeredVersion(initialized)
  if (offered !== undefined) initialized = await initialize(conversation, offered, limits())
  if (initialized.kind === 'result') return openLegacy(conversation, initialized.result, limits().timeoutMs)

  const refusal = failureOf('initialize', initialized) ?? ''
  if (initialized.kind !== 'error' && initialized.kind !== 'malformed') return { ok: false, reason: refusal }

  const discovered = readReply(await conversation.request('server/discover', modern({}), limits()))
  if (discovered.kind === 'result') return openModern(conversation, discovered.result)
  if (initialized.kind === 'malformed') return { ok: false, reason: refusal }
  return { ok: false, reason: `${refusal} ${failureOf('server/discover', discovered)}` }
}

async function initialize(conversation: Conversation, protocolVersion: string, limits: CallLimits): Promise<Reply> {
  const params = { protocolVersion, capabilities: {}, clientInfo: CLIENT_INFO }
  return readReply(await conversation.request('initialize', params, limits))
}

/** The version of the same era that a server names while it refuses ours. */
function offeredVersion(reply: Reply): string | undefined {
  if (reply.kind !== 'error' || !isRecord(reply.data)) return undefined
  return listOf(reply.data['supported']).find((version) => version < LEGACY_VERSION)
}

async function openLegacy(conversation: Conversation, result: Message, timeoutMs: number): Promise<Opened> {
  const { protocolVersion, serverInfo } = result
  if (typeof protocolVersion !== 'string')
    return {
      ok: false,
      reason: `The answer to initialize names no version: protocolVersion is ${kindOf(protocolVersion)}.`,
    }
  conversation.version = protocolVersion
  if (!mayExist(protocolVersion))
    conversation.object(
      `The answer to initialize names protocol version ${JSON.stringify(protocolVersion.slice(0, 40))}, which does not exist; there are ${LEGACY_VERSIONS.slice(1).join(', ')}.`,
    )
  // Some servers refuse requests until they have read this, and some read nothing.
  const told = conversation.notify('notifications/initialized', {})
  await Promise.race([told, pause(timeoutMs, undefined, { ref: false })])
  return opened(serverInfo, protocolVersion)
}

/** Of versions after our own we know nothing. */
function mayExist(version: string): boolean {
  return (
    LEGACY_VERSIONS.includes(version) ||
    version.startsWith('DRAFT-') ||
    (/^\d{4}-\d\d-\d\d$/.test(version) && version > LEGACY_VERSION)
  )
}

function openModern(conversation: Conversation, result: Message): Opened {
  const supported = listOf(result['supportedVersions'])
  if (!supported.includes(MODERN_VERSION))
    return {
      ok: false,
      reason: `The server speaks ${supported.join(', ') || 'no version it names'}; this client speaks ${LEGACY_VERSION} and before, and ${MODERN_VERSION}.`,
    }
  conversation.version = MODERN_VERSION
  return opened(serverInfoIn(result), MODERN_VERSION)
}

function opened(serverInfo: unknown, protocolVersion: string): Opened {
  const { name, version } = isRecord(serverInfo) ? serverInfo : {}
  return { ok: true, server: { name: textOf(name), version: textOf(version), protocolVersion } }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
