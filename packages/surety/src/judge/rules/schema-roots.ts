import type { Json } from '@surety/tool-contracts/tools'
import type { RunEvidence, ToolEvidence } from '../evidence.ts'
import { fieldOf } from '../json.ts'
import { show } from '../words.ts'

/** The first revision in which an output schema may have any root type. */
const ANY_ROOT = '2026-07-28'

/** A schema for which clients reject the whole list of tools. */
export interface BadRoot {
  readonly schema: 'inputSchema' | 'outputSchema'
  /** What stands there as `type`. */
  readonly type: Json | undefined
  /** The revision that was negotiated, where only it forbids the root. */
  readonly protocolVersion?: string
  readonly message: string
  readonly fix: string
}

/** Which schemas of the tool have a root that the protocol forbids? */
export function badRoots(tool: ToolEvidence, run: RunEvidence): readonly BadRoot[] {
  return [...badInput(tool), ...badOutput(tool, run)]
}

function badInput({ definition: { inputSchema } }: ToolEvidence): readonly BadRoot[] {
  const type = fieldOf(inputSchema, 'type')
  if (type === 'object') return []
  const stands = type === undefined ? 'no `type`' : show(type)
  const what =
    inputSchema === undefined ? 'There is no object as `inputSchema`' : `The input schema has ${stands} at its root`
  return [
    {
      schema: 'inputSchema',
      type,
      message: `${what}; the protocol demands "type": "object", and clients such as the official one reject the whole list of tools without it.`,
      fix: 'Write "type": "object" at the root of the input schema: { "type": "object", "properties": {} } for a tool that takes nothing.',
    },
  ]
}

function badOutput({ definition }: ToolEvidence, { server: { protocolVersion } }: RunEvidence): readonly BadRoot[] {
  const type = fieldOf(definition.outputSchema, 'type')
  if (type === undefined || type === 'object' || protocolVersion === undefined || protocolVersion >= ANY_ROOT) return []
  return [
    {
      schema: 'outputSchema',
      type,
      protocolVersion,
      message: `The output schema has ${show(type)} at its root; protocol revision ${protocolVersion} allows only "object".`,
      fix: 'Wrap the output in an object, such as { "items": [...] }.',
    },
  ]
}
