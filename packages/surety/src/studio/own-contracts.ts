import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { DeclaredToolContract } from '@surety/tool-contracts'
import { openCatalogue } from '../modules/catalogue.ts'
import type { StudioContext } from './studio-context.ts'
import { studioTools } from './tools/tools.ts'

/** The contracts of the studio's own tools, for whoever documents them; nothing is served. */
export function ownContracts(folder: string, memoryDir: string): readonly DeclaredToolContract[] {
  const root = realpathSync(folder)
  const context: StudioContext = {
    root,
    memoryDir: resolve(root, memoryDir),
    now: () => new Date(),
    catalogue: openCatalogue(root, { startCode: notServed }),
    findSteps: notServed,
    policy: undefined,
    health: notServed,
    own: { contracts: () => [], check: notServed },
  }
  return studioTools(context).map(({ contract }) => contract)
}

function notServed(): never {
  throw new Error('These tools are described, not served.')
}
