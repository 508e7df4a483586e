import type { JsonSchema } from '@surety/tool-contracts/tools'
import { isRecord, suggestion } from '@surety/tool-contracts/tools'
import type { ContractFile } from './contract-file.ts'
import type { Path } from './yaml/offset-of.ts'
import { nameOf, positionIn } from './yaml/reader.ts'
import { localTarget } from './schema/schema-fault.ts'

type Naming = Pick<ContractFile, 'sensitive' | 'semanticTypes'>
type Side = 'input' | 'output'

const SIDES: readonly Side[] = ['input', 'output']

/** Fields that the contract names and the schemas do not have: what is said of them hides and checks nothing. */
export function missingFields(
  { sensitive, semanticTypes }: Naming,
  schemas: Readonly<Record<Side, JsonSchema | undefined>>,
): readonly { readonly path: Path; readonly message: string }[] {
  const named = SIDES.flatMap((side) => [
    ...sensitive.flatMap((text, index) =>
      text.startsWith(side)
        ? [{ side, field: text.slice(side.length), path: ['sensitive', positionIn(sensitive, index)] }]
        : [],
    ),
    ...Object.keys(semanticTypes[side]).map((field) => ({ side, field, path: ['semantic_types', side, field] })),
  ])
  return named.flatMap(({ side, field, path }) => {
    const schema = schemas[side]
    const missing = schema === undefined ? undefined : missingStep(schema, schema, stepsOf(field))
    if (missing === undefined) return []
    const hint = suggestion(missing.step, missing.known)
    // A tool may answer more than an open schema tells; nobody sends it more.
    if (side === 'output' && missing.isOpen && hint === '') return []
    return [
      { path, message: `${nameOf(path)} names '${missing.step}', which the ${side} schema does not have.${hint}` },
    ]
  })
}

function stepsOf(field: string): readonly string[] {
  return field.replaceAll('[]', '.[]').replace(/^\./, '').split('.')
}

interface Missing {
  readonly step: string
  readonly known: readonly string[]
  /** Whether the schema allows fields that it does not list. */
  readonly isOpen: boolean
}

/** With one of these, an object may have more fields than `properties` tells. */
const OPEN = ['anyOf', 'oneOf', 'allOf', 'if', 'not', 'patternProperties', 'unevaluatedProperties', '$dynamicRef']
const MAX_DEPTH = 32

/** The first step that leads nowhere; undefined where all lead on, or nobody can tell. */
function missingStep(root: JsonSchema, schema: unknown, steps: readonly string[], depth = 0): Missing | undefined {
  const [step, ...rest] = steps
  if (step === undefined || !isRecord(schema) || depth > MAX_DEPTH || OPEN.some((key) => key in schema))
    return undefined
  const { $ref, type, properties, items, prefixItems, additionalProperties } = schema
  if (typeof $ref === 'string') return missingStep(root, localTarget(root, $ref), steps, depth + 1)
  const holder = step === '[]' ? 'array' : 'object'
  if (typeof type === 'string' && type !== holder) return { step, known: [], isOpen: false }
  if (holder === 'array') return prefixItems === undefined ? missingStep(root, items, rest, depth + 1) : undefined
  if (!isRecord(properties) || (additionalProperties ?? false) !== false) return undefined
  if (Object.hasOwn(properties, step)) return missingStep(root, properties[step], rest, depth + 1)
  return { step, known: Object.keys(properties), isOpen: additionalProperties === undefined }
}
