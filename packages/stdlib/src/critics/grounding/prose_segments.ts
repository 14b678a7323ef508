/** Which run of prose a line belongs to. */
export interface Segment {
  /** Offset at which the run begins, behind its list marker. */
  readonly start: number
  /** Offset behind its last line. */
  readonly end: number
  /** A heading or a line that is bold as a whole: its words are capitalised for looks. */
  readonly isTitle: boolean
}

/** The segment of every line: a paragraph, a list item, a heading, a row of a table. */
export function segmentsOf(lines: readonly string[]): readonly Segment[] {
  const segments: Segment[] = []
  let offset = 0
  let first = 0
  let start = 0
  let open = false
  const close = (until: number, end: number) => {
    const isTitle = isTitleLine(lines[first] ?? "", lines[first + 1] ?? "")
    const segment = { start, end, isTitle }
    for (let at = first; at < until; at += 1) segments.push(segment)
    first = until
  }
  for (const [index, line] of lines.entries()) {
    const marker = /^[ \t]{0,64}(?:[-*+]|\d{1,9}[.)]|#{1,6}|>|\|)(?:[ \t]{1,64}|$)/.exec(line)?.[0]
    const begins =
      !open || marker !== undefined || line.trim() === "" || isTitleLine(lines[index - 1] ?? "", "")
    if (begins && index > 0) close(index, offset - 1)
    if (begins) start = offset + (marker?.length ?? 0)
    open = line.trim() !== ""
    offset += line.length + 1
  }
  close(lines.length, offset - 1)
  return segments
}

function isTitleLine(line: string, below: string): boolean {
  const plain = line.trim()
  if (/^#{1,6}[ \t]/.test(plain) || (plain !== "" && /^(?:={2,200}|-{2,200})[ \t]{0,64}$/.test(below)))
    return true
  return (
    plain.length > 4 && plain.startsWith("**") && plain.endsWith("**") && !plain.slice(2, -2).includes("**")
  )
}

/** Whether a run of prose is licence text, whose words are no claims of the repository. */
export function isLicenceText(text: string): boolean {
  return /\bwarrant(?:y|ies)\b|\bhereby granted\b|\bredistribution and use\b|\bexpress or implied\b/i.test(
    text,
  )
}
