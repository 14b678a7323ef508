/** A piece of a line and how it is drawn. */
export interface Span {
  readonly text: string
  readonly is_bold: boolean
  readonly is_dim: boolean
  readonly colour: "red" | "green" | "yellow" | "blue" | null
}

const COLOURS: Readonly<Record<string, Span["colour"]>> = {
  31: "red",
  32: "green",
  33: "yellow",
  34: "blue",
  39: null,
}

/** What a terminal shows of a program's output: its lines, with what was erased gone. */
export function terminalLines(output: string): readonly (readonly Span[])[] {
  let look: Omit<Span, "text"> = { is_bold: false, is_dim: false, colour: null }
  return output.split("\n").map((line) => {
    const spans: Span[] = []
    const shown = line.split("\r\u001b[K").at(-1) ?? ""
    const pieces = shown.split(/\u001b\[(\d+)m/)
    for (const [index, piece] of pieces.entries()) {
      if (index % 2 === 0) {
        if (piece !== "") spans.push({ ...look, text: piece })
      } else if (piece === "1") look = { ...look, is_bold: true }
      else if (piece === "2") look = { ...look, is_dim: true }
      else if (piece === "22") look = { ...look, is_bold: false, is_dim: false }
      else look = { ...look, colour: COLOURS[piece] ?? null }
    }
    return spans
  })
}
