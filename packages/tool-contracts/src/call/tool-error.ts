import { CODE_PATTERN, type ToolRaisedCode } from '../codes.ts'

/** Any text: the codes that a contract declares are its own. */
type AnyCode = string & Record<never, never>

/**
 * How a handler fails with a code its contract declares (INV-MCP-003).
 * The message starts with the code, so that it survives servers which pass on only an error's text.
 */
export class ToolError extends Error {
  override readonly name: string = 'ToolError'
  /** Tells a ToolError of another copy of this library, too. */
  readonly isToolError = true as const
  readonly code: string
  /** What went wrong and what to do, for the agent that reads it. */
  readonly reason: string
  readonly details: Readonly<Record<string, unknown>>
  /** For a code of the contract's own: neither its caller nor the tool can help it, as when a database is down. */
  readonly blame: 'environment' | undefined

  constructor(
    code: ToolRaisedCode | AnyCode,
    reason: string,
    details: Readonly<Record<string, unknown>> = {},
    { blame }: { readonly blame?: 'environment' | undefined } = {},
  ) {
    if (!CODE_PATTERN.test(code))
      throw new TypeError(`'${code}' is no error code: use upper-case letters, digits and _.`)
    super(`${code}: ${reason}`)
    this.code = code
    this.reason = reason
    this.details = details
    this.blame = blame
  }
}

/** Is it a ToolError, of this copy of the library or of another, with a code that can be one? */
export function isToolError(thrown: unknown): thrown is ToolError {
  if (typeof thrown !== 'object' || thrown === null || !('isToolError' in thrown) || !('reason' in thrown)) return false
  return 'code' in thrown && typeof thrown.code === 'string' && CODE_PATTERN.test(thrown.code)
}
