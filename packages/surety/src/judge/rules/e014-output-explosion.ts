import { textBytes } from '../answer-bytes.ts'
import { seenIn } from '../calls.ts'
import type { CallEvidence } from '../call-evidence.ts'
import type { ToolEvidence } from '../evidence.ts'
import { exampleCall, exampleContract, exampleResult, exampleText, exampleTool } from '../example-evidence.ts'
import { limitOwner } from '../limit-owner.ts'
import type { ToolRule } from '../rule.ts'
import { more } from '../words.ts'

const limits = { timeoutMs: 30_000, outputBytes: 12, memoryBytes: 536_870_912 }
const limit: Partial<ToolEvidence> = { contract: exampleContract({ maxOutputBytes: 12 }), limits }

export const outputExplosion: ToolRule = {
  code: 'E014',
  title: 'Output Explosion',
  why: "An answer that outgrows its promise fills the model's context, pushes out what mattered, and costs money on every turn after.",
  fix: 'Page, filter or summarise the output, or promise a larger `max_output_size`.',
  means:
    'An answer is larger than `max_output_size`, or than `check.max_output_size_kb` where the contract is silent. Bytes count, not characters; each representation counts by itself: all content blocks together (texts, data, links and embedded resources, but not their types, annotations and icons), and structuredContent as JSON. Where the contract is silent only text counts: a picture, sound or blob that nobody promised to keep small is no explosion. Exactly the limit is fine. `_meta` and stderr are no output.',
  scope: 'tool',
  check(tool) {
    const { outputBytes } = tool.limits
    const { whose, isPromised, place } = limitOwner(tool, 'outputBytes')
    const over = tool.calls.flatMap((call) => {
      const size = largest(call, isPromised)
      return size !== undefined && size.bytes > outputBytes ? [{ call, ...size }] : []
    })
    const [first] = over.toSorted((a, b) => b.bytes - a.bytes)
    if (first === undefined) return []
    return [
      {
        code: 'E014',
        tool: tool.tool,
        message: `The ${first.part} of an answer is ${first.bytes} bytes${more(over.length - 1)}; ${whose} allows ${outputBytes}.`,
        blame: 'tool',
        evidence: { kind: 'size', part: first.part, bytes: first.bytes, limit: outputBytes, ...seenIn(first.call) },
        ...place,
        defect: 'size',
      },
    ]
  },
  examples: {
    keeps: [
      {
        title: 'Exactly as many bytes as promised.',
        evidence: exampleTool({ ...limit, calls: [exampleCall({ answer: exampleText('äöüäöü') })] }),
      },
      {
        title: 'A picture of 16 bytes where the default is 12, and nothing was promised.',
        evidence: exampleTool({
          limits,
          calls: [exampleCall({ answer: exampleResult({ content: [{ type: 'image', data: 'iVBORw0KGgoAAAAN' }] }) })],
        }),
      },
    ],
    breaks: [
      {
        title: 'Seven characters that are 13 bytes, where 12 are promised.',
        evidence: exampleTool({ ...limit, calls: [exampleCall({ answer: exampleText('äöüäöü!') })] }),
      },
    ],
  },
}

function largest(
  { answer }: CallEvidence,
  withMedia: boolean,
): { readonly part: string; readonly bytes: number } | undefined {
  if (answer.kind === 'oversize') return { part: 'message', bytes: answer.bytes }
  if (answer.kind !== 'result') return undefined
  const { content, contentBytes, structuredBytes } = answer
  const bytes = withMedia ? contentBytes : textBytes(content)
  return structuredBytes > bytes ? { part: 'structuredContent', bytes: structuredBytes } : { part: 'content', bytes }
}
