import type { Fix } from "../verdict.ts"

/** Removes the fence from a file that is one fenced block, as a chat shows code. Undefined for any other text. */
export function unwrapFence(text: string): Fix | undefined {
  const start = text.length - text.trimStart().length
  const end = text.trimEnd().length
  const first = text.indexOf("\n", start)
  const last = text.lastIndexOf("\n", end - 1)
  if (first < 0 || last < first) return undefined
  const fence = /^(`{3,16}|~{3,16})[\w+#.-]{0,40}[ \t]{0,8}\r?$/.exec(text.slice(start, first))?.[1]
  if (fence === undefined || text.slice(last + 1, end) !== fence) return undefined
  const mark = fence.slice(0, 3)
  // With another fence inside, the pairs are ambiguous.
  if (last > first && text.slice(first + 1, last).includes(mark)) return undefined
  return {
    title: "take off the fence around the file",
    edits: [
      { start: 0, end: first + 1, text: "" },
      { start: last + 1, end: text.length, text: "" },
    ],
  }
}
