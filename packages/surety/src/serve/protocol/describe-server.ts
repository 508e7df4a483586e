import { isRecord } from '@surety/tool-contracts/tools'
import { LEGACY_VERSION, LEGACY_VERSIONS, MODERN_VERSION } from '../../connect/era.ts'
import { type Answer, type Fields, RPC, failed, succeeded } from '../wire/rpc.ts'
import type { Service } from './service.ts'

/** What a client of the legacy era said in its handshake. */
export interface Handshake {
  readonly version: string
  readonly capabilities: Fields
}

/** A handshake and the answer to it; one that names no version is answered by an error. */
export function shakeHands(
  params: Fields,
  service: Service,
): { readonly answer: Answer; readonly handshake: Handshake | undefined } {
  const { protocolVersion, capabilities } = params
  if (typeof protocolVersion !== 'string')
    return {
      answer: failed(RPC.invalidParams, 'initialize names the protocolVersion that the client speaks.'),
      handshake: undefined,
    }
  const version = LEGACY_VERSIONS.includes(protocolVersion) ? protocolVersion : LEGACY_VERSION
  const handshake = { version, capabilities: isRecord(capabilities) ? capabilities : {} }
  return { answer: succeeded({ protocolVersion: version, serverInfo: service.info, ...described(service) }), handshake }
}

export function discovered(service: Service): Fields {
  return { supportedVersions: [MODERN_VERSION], ...described(service) }
}

export function unsupportedVersion(requested: string): Answer & { readonly ok: false } {
  const message = `There is no protocol version '${requested.slice(0, 40)}' here; there is ${MODERN_VERSION}, and with a handshake ${LEGACY_VERSIONS.join(', ')}.`
  return failed(RPC.unsupportedVersion, message, { supported: [MODERN_VERSION], requested: requested.slice(0, 40) })
}

function described({ served, instructions }: Service): Fields {
  return {
    capabilities: {
      tools: served.onChange === undefined ? {} : { listChanged: true },
      ...(served.journal?.withheld !== undefined && { resources: {} }),
    },
    ...(instructions !== undefined && { instructions }),
  }
}
