import type { Fix } from "../verdict.ts"

/**
 * Restores the line breaks of a line of fenced code. Only when the result equals lines of the old text, so that
 * nothing but the escaping changed. `line` from 1. Undefined otherwise.
 */
export function breakLines(before: string, text: string, line: number): Fix | undefined {
  if (text.includes("\r")) return undefined
  const lines = text.split("\n")
  const escaped = lines[line - 1]
  if (escaped === undefined) return undefined
  const broken = escaped.replaceAll("\\n", "\n")
  if (!`\n${before}\n`.includes(`\n${broken}\n`)) return undefined
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  const title = "write line breaks in place of \\n, as it was before"
  return { title, edits: [{ start, end: start + escaped.length, text: broken }] }
}
