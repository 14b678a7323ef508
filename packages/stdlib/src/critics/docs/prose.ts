import { fencedBlocks, fencedLines } from "./fences.ts"

/** The text with fenced blocks and comments as spaces; every character keeps its place. */
export function withoutFences(text: string): string {
  const lines = text.split("\n")
  const fenced = fencedLines(fencedBlocks(lines))
  return blankComments(lines.map((line, at) => (fenced.has(at) ? " ".repeat(line.length) : line)).join("\n"))
}

/** The text with the content of code spans as spaces. A span ends with the paragraph at the latest. */
export function withoutCodeSpans(text: string): string {
  return text.split("\n\n").map(blankSpans).join("\n\n")
}

function blankSpans(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`{1,256}/g)].map(({ index, 0: run }) => ({ index, size: run.length }))
  const closings = new Map<number, { readonly indexes: number[]; next: number }>()
  for (const { index, size } of runs) {
    const known = closings.get(size)
    if (known === undefined) closings.set(size, { indexes: [index], next: 0 })
    else known.indexes.push(index)
  }
  let kept = ""
  let from = 0
  for (const { index, size } of runs) {
    const same = closings.get(size)
    if (index < from || same === undefined) continue
    while ((same.indexes[same.next] ?? Infinity) <= index) same.next += 1
    const close = same.indexes[same.next]
    if (close === undefined) continue
    kept += paragraph.slice(from, index + size) + blank(paragraph.slice(index + size, close))
    kept += paragraph.slice(close, close + size)
    from = close + size
  }
  return kept + paragraph.slice(from)
}

function blankComments(text: string): string {
  let kept = ""
  let from = 0
  for (;;) {
    const start = text.indexOf("<!--", from)
    const end = start < 0 ? -1 : text.indexOf("-->", start)
    if (end < 0) return kept + text.slice(from)
    kept += text.slice(from, start) + blank(text.slice(start, end))
    from = end
  }
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, " ")
}
