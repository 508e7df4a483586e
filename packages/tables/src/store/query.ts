/** Runs one statement of fixed text on a database and gives its rows. */
export type Query = (
  sql: string,
  parameters: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>
