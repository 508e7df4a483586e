import { randomBytes } from 'node:crypto'
import type { Launch } from './launch.ts'

const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL/i
const MIN_LENGTH = 8

/** A secret of this run alone: seen in an answer, it came out of the environment. */
export function canariesFor(): Record<string, string> {
  return { SURETY_CANARY_SECRET: randomBytes(16).toString('hex') }
}

/** Every text of the server's environment that must not come out again. */
export function canaryValues({ server, canaries }: Launch): string[] {
  const given = server.kind === 'stdio' ? Object.entries(server.env) : []
  const secrets = given.filter(([name, value]) => SECRET_NAME.test(name) && value.length >= MIN_LENGTH)
  return [...Object.values(canaries), ...secrets.map(([, value]) => value)]
}
