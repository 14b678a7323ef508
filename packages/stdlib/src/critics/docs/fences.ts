export interface FencedBlock {
  /** Index of the line of the opening fence, from 0. */
  readonly start: number
  /** Index of the line of the closing fence; of the last line when the fence stays open. */
  readonly end: number
  readonly closed: boolean
  readonly body: readonly string[]
}

/** The fenced blocks of a document as CommonMark reads them: back-ticks or tildes, any info text, any indentation. */
export function fencedBlocks(lines: readonly string[]): readonly FencedBlock[] {
  const blocks: FencedBlock[] = []
  let open: { readonly start: number; readonly fence: string } | null = null
  for (const [index, line] of lines.entries()) {
    if (open === null) {
      const fence = openingFence(line)
      if (fence !== null) open = { start: index, fence }
    } else if (closes(line, open.fence)) {
      blocks.push(block(lines, open.start, index, true))
      open = null
    }
  }
  if (open !== null) blocks.push(block(lines, open.start, lines.length, false))
  return blocks
}

/** The indexes of all lines that belong to a block, its fences included. */
export function fencedLines(blocks: readonly FencedBlock[]): ReadonlySet<number> {
  const inside = new Set<number>()
  for (const { start, end } of blocks) for (let at = start; at <= end; at += 1) inside.add(at)
  return inside
}

function block(lines: readonly string[], start: number, end: number, closed: boolean): FencedBlock {
  return { start, end, closed, body: lines.slice(start + 1, end) }
}

/** The fence that a line opens; another back-tick in the line makes it code in a paragraph. */
function openingFence(line: string): string | null {
  const found = /^(?:[ \t>]{0,64}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,8})?)(`{3,256}|~{3,256})(.*)$/.exec(line)
  const fence = found?.[1]
  if (fence === undefined) return null
  return fence.startsWith("`") && found?.[2]?.includes("`") === true ? null : fence
}

function closes(line: string, fence: string): boolean {
  const rest = line.replace(/^[ \t>]{1,64}/, "").trimEnd()
  return rest.length >= fence.length && rest === (fence[0] ?? "").repeat(rest.length)
}

/** The closed fenced blocks of a text. */
export function codeOf(text: string): readonly string[] {
  return fencedBlocks(text.split("\n"))
    .filter(({ closed }) => closed)
    .map(bodyOf)
}

export function bodyOf({ body }: FencedBlock): string {
  return body.join("\n")
}
