import { escapeHtml } from "@proofloop/foundation/text"

const WIDTH = 860
export const MARGIN = 20
/** Of what lies in a card. */
export const INNER = WIDTH - 2 * MARGIN
/** The height of a line of text. */
export const ROW = 18
/** Of a letter of running text, on average. */
const LETTER = 6.8

const STYLES = `text{font:13px system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;white-space:pre;fill:#1d2023}
.mono{font:12px ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}.bold{font-weight:600}.dim{fill:#5c636a}
.paper{fill:#fff;stroke:#d0d3d6}.bar{fill:#f3f4f5;stroke:#d0d3d6}.line{stroke:#d0d3d6}.code{fill:#c3c8ce}
.removed{fill:#ffebe9}.removed-code{fill:#e5a49d}.added{fill:#e6f6ea}.added-code{fill:#96cfa8}
.error{fill:#cf222e}.warning{fill:#9a6700}.notice{fill:#1f5a8a}
@media(prefers-color-scheme:dark){text{fill:#e9eaeb}.dim{fill:#a6aeb6}
.paper{fill:#141618;stroke:#3a4046}.bar{fill:#1d2125;stroke:#3a4046}.line{stroke:#3a4046}.code{fill:#50575e}
.removed{fill:#3a1d1f}.removed-code{fill:#8e4a48}.added{fill:#16301f}.added-code{fill:#3f7a55}
.error{fill:#ff7b72}.warning{fill:#e3b341}.notice{fill:#8cc2ee}}`

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly round?: number
}

/** A drawing that grows downwards, in the colours of the reader's theme. `y` is where the next thing stands. */
export interface Sheet {
  y: number
  readonly text: (x: number, y: number, words: string, look?: string) => void
  /** A text of several looks, one after the other. */
  readonly spans: (x: number, y: number, spans: ReadonlyArray<readonly [words: string, look: string]>) => void
  readonly box: (look: string, box: Box) => void
  readonly rule: (x: number, y: number, width: number) => void
  /** Draws a frame around what `draw` draws. */
  readonly card: (draw: () => void) => void
  readonly svg: (title: string) => string
}

export function createSheet(): Sheet {
  const drawn: string[] = []
  const box = (look: string, { x, y, width, height, round = 0 }: Box) =>
    `<rect class="${look}" x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${height}" rx="${round}"/>`
  const sheet: Sheet = {
    y: MARGIN,
    text: (x, y, words, look = "") => sheet.spans(x, y, [[words, look]]),
    spans: (x, y, spans) => {
      const parts = spans.map(([words, look]) => `<tspan class="${look}">${escapeHtml(words)}</tspan>`)
      drawn.push(`<text x="${x}" y="${y}" xml:space="preserve">${parts.join("")}</text>`)
    },
    box: (look, given) => void drawn.push(box(look, given)),
    rule: (x, y, width) => void drawn.push(`<path class="line" d="M${x} ${y}h${width}"/>`),
    card: (draw) => {
      const [at, y] = [drawn.length, sheet.y]
      draw()
      drawn.splice(at, 0, box("paper", { x: MARGIN, y, width: INNER, height: sheet.y - y, round: 6 }))
      sheet.y += 16
    },
    svg: (
      title,
    ) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${sheet.y}" width="${WIDTH}" height="${sheet.y}" role="img" aria-label="${escapeHtml(title)}">
<style>${STYLES}</style>
${box("paper", { x: 0.5, y: 0.5, width: WIDTH - 1, height: sheet.y - 1, round: 8 })}
${drawn.join("\n")}
</svg>
`,
  }
  return sheet
}

/** The lines of a text in a column of so many pixels; a word that is longer is broken. */
export function wrapped(text: string, width: number): readonly string[] {
  const most = Math.floor(width / LETTER)
  const lines = [""]
  for (const word of text.match(new RegExp(`\\S{1,${most}}\\s?`, "gu")) ?? []) {
    const line = lines.at(-1) ?? ""
    if (line !== "" && line.length + word.trimEnd().length > most) lines.push(word)
    else lines[lines.length - 1] = line + word
  }
  return lines
}
