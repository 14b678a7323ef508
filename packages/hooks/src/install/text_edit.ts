/** A piece of a text that was replaced by another one. */
export interface TextEdit {
  /** Where the piece began, in the text before. */
  readonly offset: number
  readonly before: string
  readonly after: string
}

/** The text with all edits made. They do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let edited = text
  for (const { offset, before, after } of edits.toSorted((left, right) => right.offset - left.offset)) {
    edited = edited.slice(0, offset) + after + edited.slice(offset + before.length)
  }
  return edited
}

/** The text with all edits reverted, wherever they are now; null if one of them was changed. */
export function revertEdits(text: string, edits: readonly TextEdit[]): string | null {
  let reverted = ""
  let rest = text
  for (const { before, after } of edits.toSorted((left, right) => left.offset - right.offset)) {
    const at = rest.indexOf(after)
    if (at === -1) return null
    reverted += rest.slice(0, at) + before
    rest = rest.slice(at + after.length)
  }
  return reverted + rest
}
