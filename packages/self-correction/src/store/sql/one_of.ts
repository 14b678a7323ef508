/** A condition that a column holds one of these names. */
export function oneOf(column: string, names: readonly string[]): string {
  return `${column} IN (${names.map((name) => `'${name.replaceAll("'", "''")}'`).join(", ")})`
}
