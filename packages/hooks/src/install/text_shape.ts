/** The style of a text, which additions follow. */
export interface TextShape {
  readonly eol: "\n" | "\r\n"
  /** One step of indentation; null for a text without line breaks. */
  readonly indent: string | null
}

const DEFAULT_INDENT = "  "

export function shapeOf(text: string): TextShape {
  const eol = text.includes("\r\n") ? "\r\n" : "\n"
  if (!text.trim().includes("\n")) return { eol, indent: text.trim().length > 2 ? null : DEFAULT_INDENT }
  const [, first] = /\n([ \t]{1,64})["[{]/.exec(text) ?? []
  return { eol, indent: first ?? DEFAULT_INDENT }
}

/** The white space at the beginning of the line with this offset. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1
  let end = start
  while (text[end] === " " || text[end] === "\t") end += 1
  return text.slice(start, end)
}

/** Lines count from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1
  return line
}

/** Whether a text is blank; a byte order mark does not count. */
export function isBlank(text: string): boolean {
  return text.trim() === ""
}
