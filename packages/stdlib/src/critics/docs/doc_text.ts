import { posix } from "node:path"
import { lenientText } from "@proofloop/foundation/git"

const EXTENSIONS = new Set([".md", ".mdx", ".rst", ".txt"])

export function isDoc(path: string): boolean {
  const name = posix.basename(path)
  return EXTENSIONS.has(posix.extname(name).toLowerCase()) && !FOR_TOOLS.test(name)
}

/** Texts that a tool reads. */
const FOR_TOOLS = /^(?:CMakeLists|robots|requirements(?:[-_.]\w{1,40})?)\.txt$/

/** The text of a document with plain line ends and without invalid bytes; null for no file. */
export function docText(bytes: Uint8Array | null): string | null {
  return lenientText(bytes)?.replaceAll("\r\n", "\n") ?? null
}

/** The lines of a new text, by index from 0, that the old text lacks; a moved line is not new. */
export function addedLines(before: string | null, lines: readonly string[]): ReadonlySet<number> {
  const left = new Map<string, number>()
  for (const line of before?.split("\n") ?? []) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1)
  const added = new Set<number>()
  for (const [index, line] of lines.entries()) {
    const count = left.get(line.trim()) ?? 0
    if (count === 0) added.add(index)
    else left.set(line.trim(), count - 1)
  }
  return added
}
