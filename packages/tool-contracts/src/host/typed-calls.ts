import type { Checked } from '../call/check.ts'
import type { Outcome, Result } from '../outcome.ts'
import type { CallOptions } from './host.ts'
import type { TYPES, Tool } from './tool.ts'

/** The names of these tools. */
export type ToolNames<Tools extends readonly Tool[]> = Tools[number]['contract']['toolName']

type Named<T extends Tool, Name> = T extends Tool ? (Name extends T['contract']['toolName'] ? T : never) : never
type TypesOf<T extends Tool> = NonNullable<T[typeof TYPES]>

/** Any text: names that are known only when the program runs. */
type AnyName = string & Record<never, never>

/** What the named tool takes; where names are known only at run time anything, of a wrong one a sentence that says so. */
type InputFor<Tools extends readonly Tool[], Name extends string> = string extends Name | ToolNames<Tools>
  ? unknown
  : Name extends ToolNames<Tools>
    ? TypesOf<Named<Tools[number], Name>>['input']
    : `There is no tool '${Name}'`

type OutputFor<Tools extends readonly Tool[], Name extends string> = string extends Name | ToolNames<Tools>
  ? unknown
  : TypesOf<Named<Tools[number], Name>>['output']

type CodeFor<Tools extends readonly Tool[], Name extends string> = string extends Name | ToolNames<Tools>
  ? string
  : TypesOf<Named<Tools[number], Name>>['code']

/** Calls these tools by name: each name knows its input, its output and its error codes. */
export type TypedCall<Tools extends readonly Tool[]> = <const Name extends ToolNames<Tools> | AnyName>(
  toolName: Name,
  input: InputFor<Tools, Name>,
  options?: CallOptions,
) => Promise<Outcome<OutputFor<Tools, Name>, CodeFor<Tools, Name>>>

export type TypedCheck<Tools extends readonly Tool[]> = <const Name extends ToolNames<Tools> | AnyName>(
  toolName: Name,
  input: InputFor<Tools, Name>,
  options?: CallOptions,
) => Promise<Result<Checked, CodeFor<Tools, Name>>>
