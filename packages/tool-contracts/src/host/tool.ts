import type { z } from 'zod'
import type { ToolContext } from '../call/context.ts'
import type { DeclaredToolContract } from '../contract/contract.ts'
import { declare } from '../contract/declare.ts'
import type { DeepReadonly, InputOf, OutputOf } from '../contract/inferred.ts'
import type { MaybePromise } from '../outcome.ts'

/** `Needs`: the tools it may call, `Code`: the codes of its own that it may fail with. */
export type Handler<I, O, Needs extends string = string, Code extends string = string> = (
  input: I,
  context: ToolContext<Needs, Code>,
) => MaybePromise<O>

/** A contract and the code that must keep it: its name, what it takes, what it gives, and the error codes of its own. */
export interface Tool<Name extends string = string, Input = unknown, Output = unknown, Code extends string = string> {
  readonly contract: DeclaredToolContract & { readonly toolName: Name }
  readonly handler: Handler<never, unknown>
  /** Never there: it carries types. */
  readonly [TYPES]?: { readonly input: Input; readonly output: Output; readonly code: Code }
}

export declare const TYPES: unique symbol

/** A contract on its own, checked, with the types of its schemas kept. Throws ContractError with every reason. */
export function defineContract<
  I extends z.ZodType,
  O extends z.ZodType,
  const Name extends string,
  const Needs extends string = never,
  const Code extends string = never,
>(contract: DeclaredToolContract<I, O, Name, Needs, Code>): DeclaredToolContract<I, O, Name, Needs, Code> {
  declare(contract)
  return contract
}

/** Binds a handler to its contract; the contract gives the handler its types. Throws ContractError with every reason. */
export function defineTool<
  I extends z.ZodType,
  O extends z.ZodType,
  const Name extends string,
  const Needs extends string = never,
  const Code extends string = never,
>(
  contract: DeclaredToolContract<I, O, Name, Needs, Code>,
  handler: Handler<InputOf<I>, z.input<O>, Needs, Code>,
): Tool<Name, DeepReadonly<z.input<I>>, OutputOf<O>, Code> {
  declare(contract)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot see that of schemas it does not know yet
  return { contract: contract as unknown as Tool<Name>['contract'], handler }
}
