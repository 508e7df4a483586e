import { type Json, isList, isRecord } from '@surety/tool-contracts/tools'
import { sameJson } from './json.ts'
import { type Path, put } from './path.ts'

interface Added {
  readonly path: Path
  readonly key: string
  readonly value: Json
}

/** Of variants with one more key each: every two of these keys together, where they belong to the same object. */
export function keysTogether(input: Json, variants: readonly Json[]): readonly Json[] {
  const added = variants.flatMap((variant) => addedKey(input, variant, []) ?? [])
  return added.flatMap((one, index) =>
    added
      .slice(index + 1)
      .filter(({ path, key }) => sameJson([...path], [...one.path]) && key !== one.key)
      .map(({ path, key, value }) => put(put(input, [...one.path, one.key], one.value), [...path, key], value)),
  )
}

/** The one key that a variant has more; undefined where it differs otherwise. */
function addedKey(input: Json, variant: Json, path: Path): Added | undefined {
  if (isList(input) && isList(variant)) {
    const at = input.findIndex((item, index) => !sameJson(item, variant[index] ?? null))
    return at < 0 ? undefined : addedKey(input[at] ?? null, variant[at] ?? null, [...path, at])
  }
  if (!isRecord(input) || !isRecord(variant)) return undefined
  const different = Object.entries(variant).find(
    ([key, value]) => !Object.hasOwn(input, key) || !sameJson(input[key] ?? null, value),
  )
  if (different === undefined) return undefined
  const [key, value] = different
  return Object.hasOwn(input, key) ? addedKey(input[key] ?? null, value, [...path, key]) : { path, key, value }
}
