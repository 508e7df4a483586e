import type { z } from 'zod'
import type { ToolContext } from '../call/context.ts'
import type { DeclaredToolContract } from '../contract/contract.ts'
import { declare } from '../contract/declare.ts'
import type { MaybePromise } from '../outcome.ts'

/** A value as a handler may use it: to look at, not to change (INV-MCP-005). */
export type DeepReadonly<T> = T extends (...parameters: never[]) => unknown
  ? T
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T

export type Handler<I, O> = (input: I, context: ToolContext) => MaybePromise<O>

/** A contract and the code that must keep it. */
export interface Tool {
  readonly contract: DeclaredToolContract
  readonly handler: Handler<never, unknown>
}

/** A contract on its own, checked, with the types of its schemas kept. Throws ContractError with every reason. */
export function defineContract<I extends z.ZodType, O extends z.ZodType>(
  contract: DeclaredToolContract<I, O>,
): DeclaredToolContract<I, O> {
  declare(contract)
  return contract
}

/** Binds a handler to its contract; the schemas give the handler its types. Throws ContractError with every reason. */
export function defineTool<I extends z.ZodType, O extends z.ZodType>(
  contract: DeclaredToolContract<I, O>,
  handler: Handler<DeepReadonly<z.output<I>>, z.input<O>>,
): Tool {
  declare(contract)
  return { contract, handler }
}
