/** A value that can travel over the wire. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json }

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}
