/** A value as one line of a JSON lines file, without its line end. Throws as JSON.stringify does. */
export function jsonLine(value: object, replacer?: (key: string, value: unknown) => unknown): string {
  return withoutLineSeparators(JSON.stringify(value, replacer))
}

/**
 * JSON text that every reader takes as one line. Escapes U+2028 and U+2029, which JSON leaves as they are: Node's
 * readline (from version 24 on) and others end a line there.
 */
export function withoutLineSeparators(json: string): string {
  return json.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")
}
