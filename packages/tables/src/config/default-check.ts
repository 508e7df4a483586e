import type { FieldConfig } from './field-config.ts'

/** Why a default does not satisfy its own field, if so. */
export type DefaultCheck = (field: FieldConfig, value: unknown) => string | undefined

/** Takes every default of the right data type. */
export const anyDefault: DefaultCheck = () => undefined
