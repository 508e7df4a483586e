import type { Tool } from '@surety/tool-contracts'
import { traceTool } from '../../serve/trace-tool.ts'
import { z } from 'zod'
import type { StudioContext } from '../studio-context.ts'

/** As the store numbers steps. */
const CURSOR = z.string().regex(/^\d{1,9}$/)

export function queryState({ findSteps }: StudioContext): Tool {
  return traceTool('modules.query_state', findSteps, CURSOR)
}
