import { suggestion } from '@surety/tool-contracts/tools'
import type { Contracts } from './contracts.ts'
import type { TestRequest } from './request.ts'

type Known = Pick<Contracts, 'contracts' | 'problems'>

/** A name of no contract, but nearly of one: before the server is started for it. With --explore or --input any tool is called. */
export function misspelt({ tools, explore, input }: TestRequest, known: Known): string | undefined {
  if (explore || input !== undefined) return undefined
  const promised = promisedBy(known)
  const slips = tools.filter((tool) => !promised.includes(tool) && suggestion(tool, promised) !== '')
  const [first] = slips
  if (first === undefined) return undefined
  return `No contract is for a tool named ${slips.join(', ')}.${suggestion(first, promised)} A tool without a contract is called with --explore or --input.`
}

/** A name that neither the server nor a contract knows is a slip of the pen, and would never be judged. */
export function unknownTool({ tools }: TestRequest, listed: readonly string[], known: Known): string | undefined {
  const among = [...listed, ...promisedBy(known)]
  const unknown = tools.filter((tool) => !among.includes(tool))
  const [first] = unknown
  if (first === undefined) return undefined
  const named =
    listed.length > 20 ? `${listed.slice(0, 20).join(', ')} and ${listed.length - 20} more` : listed.join(', ')
  return `No tool is named ${unknown.join(', ')}.${suggestion(first, among)} The server lists ${named || 'none'}.`
}

function promisedBy({ contracts, problems }: Known): readonly string[] {
  return [...contracts, ...problems].flatMap(({ tool }) => tool ?? [])
}
