import type { Json } from '@surety/tool-contracts/tools'
import type { ServerNetwork } from '../../author/config/config.ts'
import type { CompiledSchema, ContractFile, Problem, TestCase } from '../../author/contract-file.ts'
import type { ListedTool } from '../../connect/session.ts'
import type { Purpose, Variation } from '../../judge/call-evidence.ts'
import type { Limits } from '../../judge/evidence.ts'
import type { Profile } from './profile.ts'

/** One tool under test: what the server lists, what its contract says, and the calls worth making. */
export interface Subject {
  readonly tool: string
  readonly listed: ListedTool
  readonly contract: ContractFile | undefined
  readonly input: CompiledSchema | undefined
  readonly output: CompiledSchema | undefined
  /** By declared test: the schema it expects the output to fit. */
  readonly tests: readonly (CompiledSchema | undefined)[]
  /** Problems that showed only with the server's listing at hand. */
  readonly problems: readonly Problem[]
  readonly limits: Limits
  /** What the server may reach in every call, whatever the contract says. */
  readonly network: ServerNetwork
  /** Tests that contradict the contract, by their place among them: they are not run. */
  readonly contradicted: ReadonlyMap<number, Problem>
  readonly plan: Plan
}

export interface Plan {
  readonly calls: readonly PlannedCall[]
  /** Why nothing is called, if so. */
  readonly notCalled: string | undefined
  /** Nothing holds what its calls do: each is made once, and never again. */
  readonly mayCallOnlyOnce: boolean
  /** Which wrong inputs are not tried, in words; undefined where all are that there are. */
  readonly invalidInputsNotTried: string | undefined
}

export interface PlannedCall {
  /** Unique within the run. */
  readonly id: number
  readonly purpose: Purpose
  readonly input: Json
  readonly test: TestCase | undefined
  readonly testIndex: number | undefined
  readonly base: number | undefined
  readonly variation: Variation | undefined
  readonly profile: Profile
}

/** Calls of one tool that go to one kind of process. */
export interface Task {
  readonly subject: Subject
  readonly profile: Profile
  readonly calls: readonly PlannedCall[]
}
