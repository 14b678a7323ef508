/**
 * A JSON value as the one text that stands for it: keys in the order of their UTF-16 units, no white space, texts and numbers as
 * `JSON.stringify` writes them (RFC 8785). For plain JSON of limited depth; a member that is undefined is left out.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join(",")}}`
}
