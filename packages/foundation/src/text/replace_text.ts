export interface Replacement {
  /** The text to replace; it must occur. */
  readonly old_text: string
  readonly new_text: string
  /** Replaces every occurrence; otherwise a second one is refused. */
  readonly replace_all: boolean
}

export type EditedText =
  | {
      readonly text: string
      /** 1-based line of each replaced place. */ readonly lines: readonly number[]
    }
  | {
      readonly refused: string
      /** True when the replacement would leave the text as it is. */
      readonly unchanged?: boolean
    }

const SHOWN = 5

/** The text with `old_text` replaced; else why not, with the lines that hold or resemble it. Line ends follow the file's. */
export function replaceText(text: string, replacement: Replacement): EditedText {
  const { old_text, new_text } = withLineEndsOf(text, replacement)
  if (old_text === "") return { refused: "old_text is empty; give the text to replace, or use write_file" }
  if (old_text === new_text)
    return { refused: "old_text and new_text are the same; nothing would change", unchanged: true }
  const places = occurrences(text, old_text)
  const [first] = places
  if (first === undefined) return { refused: describeAbsence(text, old_text) }
  if (places.length === 1) {
    const edited = text.slice(0, first) + new_text + text.slice(first + old_text.length)
    return { text: edited, lines: lineNumbers(text, places) }
  }
  if (!replacement.replace_all) return { refused: describeAmbiguity(text, places) }
  const disjoint = withoutOverlaps(places, old_text.length)
  return { text: text.split(old_text).join(new_text), lines: lineNumbers(text, disjoint) }
}

/** A model writes "\n" also for files that use "\r\n". */
function withLineEndsOf(
  text: string,
  { old_text, new_text }: Replacement,
): { old_text: string; new_text: string } {
  const uses_crlf = text.includes("\r\n") && !/(^|[^\r])\n/.test(text)
  if (!uses_crlf) return { old_text, new_text }
  const convert = (part: string) => part.replaceAll(/\r?\n/g, "\r\n")
  return { old_text: convert(old_text), new_text: convert(new_text) }
}

function occurrences(text: string, part: string): readonly number[] {
  const places: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at)
  return places
}

function withoutOverlaps(places: readonly number[], length: number): readonly number[] {
  let free_from = 0
  return places.filter((place) => {
    if (place < free_from) return false
    free_from = place + length
    return true
  })
}

function describeAmbiguity(text: string, places: readonly number[]): string {
  const lines = text.split("\n")
  const shown = lineNumbers(text, places.slice(0, SHOWN)).map((line) => numberedLine(lines, line))
  const more = places.length > SHOWN ? `\n... and ${places.length - SHOWN} more` : ""
  return `old_text occurs ${places.length} times; add lines around it so that it occurs once, or set replace_all:\n${shown.join("\n")}${more}`
}

function describeAbsence(text: string, old_text: string): string {
  const lines = text.split("\n")
  const wanted = old_text.split("\n").map(squeezed).filter(Boolean)
  const near = lines.flatMap((line, index) => (wanted.includes(squeezed(line)) ? [index + 1] : []))
  if (near.length === 0) return "old_text does not occur in the file; read it again"
  const squeezed_text = squeezed(text)
  const hint = squeezed_text.includes(squeezed(old_text)) ? " It does occur with other white space." : ""
  const shown = near.slice(0, SHOWN).map((line) => numberedLine(lines, line))
  return `old_text does not occur in the file.${hint} Lines like it:\n${shown.join("\n")}`
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim()
}

function numberedLine(lines: readonly string[], line: number): string {
  return `${line}: ${(lines[line - 1] ?? "").replace(/\r$/, "").slice(0, 200)}`
}

/** 1-based; `places` ascend. */
function lineNumbers(text: string, places: readonly number[]): readonly number[] {
  let line = 1
  let next_end = text.indexOf("\n")
  return places.map((place) => {
    while (next_end >= 0 && next_end < place) {
      line++
      next_end = text.indexOf("\n", next_end + 1)
    }
    return line
  })
}
