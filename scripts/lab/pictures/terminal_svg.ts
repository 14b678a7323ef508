import { escapeHtml } from "@proofloop/foundation/text"
import type { Span } from "./terminal_lines.ts"

const SIZE = 14
const WIDTH = SIZE * 0.6
const HEIGHT = 20
const MARGIN = 20
const BAR = 36

const STYLES = `text{font:${SIZE}px ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre;fill:#1d2023}
.paper{fill:#fff;stroke:#d0d3d6}.bar{fill:#f1f1ee}.bold{font-weight:700}.dim{fill:#5c636a}
.red{fill:#a8261d}.green{fill:#1d6b45}.yellow{fill:#8a5200}.blue{fill:#1f5a8a}
@media(prefers-color-scheme:dark){text{fill:#e9eaeb}.paper{fill:#141618;stroke:#3a4046}.bar{fill:#24282c}.dim{fill:#a6aeb6}
.red{fill:#ff9c90}.green{fill:#74cf9f}.yellow{fill:#f2b95c}.blue{fill:#8cc2ee}}`

/** A window of a terminal with these lines in it, in the colours of the reader's theme. `title` says what was run. */
export function terminalSvg(lines: readonly (readonly Span[])[], title: string, columns: number): string {
  const width = Math.ceil(columns * WIDTH + 2 * MARGIN)
  const height = BAR + lines.length * HEIGHT + 2 * MARGIN
  const rows = lines.map((spans, index) => row(spans, BAR + MARGIN + (index + 0.75) * HEIGHT))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(title)}">
<style>${STYLES}</style>
<rect class="paper" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
<path class="bar" d="M1 ${BAR}V9a8 8 0 0 1 8-8h${width - 18}a8 8 0 0 1 8 8v${BAR - 9}z"/>
<text class="dim" x="${MARGIN}" y="23">${escapeHtml(title)}</text>
${rows.filter(Boolean).join("\n")}
</svg>
`
}

/** Each piece is as wide as its columns, whatever font the reader has. */
function row(spans: readonly Span[], y: number): string {
  let column = 0
  const pieces = spans.map(({ text, is_bold, is_dim, colour }) => {
    const x = MARGIN + column * WIDTH
    const length = Array.from(text).length
    column += length
    if (text.trim() === "") return ""
    const names = [is_bold ? "bold" : "", is_dim ? "dim" : "", colour ?? ""].filter(Boolean).join(" ")
    const look = names === "" ? "" : ` class="${names}"`
    return `<tspan${look} x="${x.toFixed(1)}" textLength="${(length * WIDTH).toFixed(1)}" lengthAdjust="spacingAndGlyphs">${escapeHtml(text)}</tspan>`
  })
  const drawn = pieces.join("")
  return drawn === "" ? "" : `<text y="${y.toFixed(1)}" xml:space="preserve">${drawn}</text>`
}
