const PLACEHOLDER = /\{([A-Za-z_]\w*)\}/g

/** The names in braces of a success message; other braces stand for themselves. */
export function templateFields(template: string): readonly string[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
}

/** A success message with each `{name}` replaced. */
export function fillTemplate(template: string, valueOf: (name: string) => string): string {
  return template.replaceAll(PLACEHOLDER, (_, name: string) => valueOf(name))
}
