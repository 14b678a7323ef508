import type { DiffHunk, FileDiff } from "./split_diff.ts"

export interface DiffPart {
  readonly paths: readonly string[]
  readonly text: string
}

/** Characters of one part: about 10 000 tokens. */
const ROOM = 40_000
/** Longer lines were written by no person. */
const LONGEST_LINE = 2000

/**
 * A diff in parts of at most `room` characters, small files first. Each line begins with its number in the new file.
 * A file stays whole where there is room, else a hunk does. Continued parts and cut lines are marked.
 */
export function diffParts(files: readonly FileDiff[], room = ROOM): readonly DiffPart[] {
  const sized = files.map((file) => ({ path: file.path, pieces: piecesOf(file, room) }))
  const pieces = sized
    .toSorted((one, other) => lengthOf(one.pieces) - lengthOf(other.pieces))
    .flatMap(({ path, pieces: own }) => own.map((text) => ({ path, text })))
  const parts: { readonly paths: string[]; text: string }[] = []
  for (const { path, text } of pieces) {
    const last = parts.at(-1)
    if (last === undefined || last.text.length + text.length > room) parts.push({ paths: [path], text })
    else {
      last.text += `\n${text}`
      if (!last.paths.includes(path)) last.paths.push(path)
    }
  }
  return parts
}

function lengthOf(pieces: readonly string[]): number {
  return pieces.reduce((total, piece) => total + piece.length, 0)
}

function piecesOf(file: FileDiff, room: number): readonly string[] {
  const blocks = file.hunks.flatMap((hunk) => blocksOf(hunk, room - file.path.length - 200))
  const pieces: string[][] = []
  let left = 0
  for (const block of blocks) {
    if (pieces.length === 0 || block.length > left) {
      pieces.push([])
      left = room - file.path.length - 200
    }
    pieces.at(-1)?.push(block)
    left -= block.length + 1
  }
  if (pieces.length === 0) return [`=== ${file.path}\n(no line of it is changed)`]
  return pieces.map((own, index) => {
    const which = pieces.length === 1 ? "" : ` (part ${index + 1} of ${pieces.length})`
    return `=== ${file.path}${which}\n${own.join("\n")}`
  })
}

/** A hunk, in more than one block where it is too long for one. */
function blocksOf(hunk: DiffHunk, room: number): readonly string[] {
  const blocks: string[] = []
  let block = `@@ from line ${hunk.first}`
  for (const line of numbered(hunk)) {
    if (block.length + line.length + 80 > room) {
      blocks.push(`${block}\n@@ (the hunk goes on in another part)`)
      block = "@@ (goes on from another part)"
    }
    block += `\n${line}`
  }
  return [...blocks, block]
}

function numbered({ first, lines }: DiffHunk): readonly string[] {
  let next = first
  return lines.map((line) => {
    const number = line.startsWith("-") || line.startsWith("\\") ? "" : String(next++)
    const cut =
      line.length > LONGEST_LINE
        ? `${line.slice(0, LONGEST_LINE)} [${line.length - LONGEST_LINE} more characters are not shown]`
        : line
    return `${number.padStart(6)} ${cut}`
  })
}
