const known = new Map<string, string>()

/** A statement with `?` for each value, as Postgres numbers them. No text of the store has a `?` of another meaning. */
export function numbered(sql: string): string {
  const earlier = known.get(sql)
  if (earlier !== undefined) return earlier
  let count = 0
  const text = sql.replaceAll("?", () => `$${(count += 1)}`)
  known.set(sql, text)
  return text
}
