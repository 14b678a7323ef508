import { containedRead } from "@proofloop/foundation/files"
import { strictText } from "@proofloop/foundation/git"
import { deniedEntry } from "@proofloop/foundation/paths"
import { dataBlock, fileBlock, promptLine } from "./data_block.ts"

/** Important lines of a file, from 1 on. */
export interface FilePlace {
  /** The file, relative to the root, with "/". */
  readonly path: string
  /** First line. */
  readonly line_start: number
  /** Last line, inclusive. */
  readonly line_end: number
}

const MAX_FILES = 12
/** Up to this many characters a file is shown whole, else its lines around the places. */
const MAX_WHOLE = 24_000
const MAX_TOTAL = 90_000
const AROUND = 60

/**
 * Files for a prompt, each in a separate block, without line numbers in the text, because a model copies from it. A
 * long file is shown around its places. Leaves out files a fix may not touch, and targets of symbolic links.
 */
export async function filesBlock(
  root: string,
  paths: readonly string[],
  places: readonly FilePlace[] = [],
): Promise<string> {
  const distinct = [...new Set(paths)]
  const blocks: string[] = []
  let room = MAX_TOTAL
  for (const path of distinct.slice(0, MAX_FILES)) {
    const block = await describeFile(root, path, {
      places: places.filter((place) => place.path === path),
      room,
    })
    room -= block.length
    blocks.push(block)
  }
  const left = distinct.slice(MAX_FILES).map((path) => promptLine(path))
  if (left.length > 0) blocks.push(`Not shown: ${left.join(", ")}`)
  return blocks.length === 0 ? "(none)" : blocks.join("\n\n")
}

/** Lines of data as one block; "(none)" for none. */
export function listBlock(lines: readonly string[]): string {
  return dataBlock(lines.length === 0 ? "(none)" : lines.join("\n"))
}

async function describeFile(
  root: string,
  path: string,
  { places, room }: { readonly places: readonly FilePlace[]; readonly room: number },
): Promise<string> {
  const head = `### ${promptLine(path)}`
  if (deniedEntry(path) !== null) return `${head}\n(no fix may touch it)`
  const content = await containedRead(root, path)
  if (content === null) return `${head}\n(there is no such file)`
  const text = typeof content === "string" ? null : strictText(content)
  if (text === null) return `${head}\n(not shown: too long, or no text)`
  if (text.length <= Math.min(MAX_WHOLE, room)) return `${head}\n${fileBlock(text).text}`
  return [head, ...excerpts(text, places, room)].join("\n")
}

function excerpts(text: string, places: readonly FilePlace[], room: number): readonly string[] {
  const lines = text.split("\n")
  const shown: string[] = []
  let left = Math.min(MAX_WHOLE, room)
  let next = 1
  const around = places.length === 0 ? [{ line_start: 1, line_end: 1 }] : places
  for (const { line_start, line_end } of around.toSorted((a, b) => a.line_start - b.line_start)) {
    const from = Math.max(next, line_start - AROUND)
    const to = Math.min(lines.length, line_end + AROUND)
    const part = lines.slice(from - 1, to).join("\n")
    if (from > to || part.length > left) continue
    shown.push(`Lines ${from} to ${to} of ${lines.length}:\n${fileBlock(part).text}`)
    left -= part.length
    next = to + 1
  }
  return shown.length === 0 ? ["(not shown: too long)"] : shown
}
