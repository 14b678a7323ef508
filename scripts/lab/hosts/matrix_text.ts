import { columns, type Shown } from "./judge.ts"
import type { Matrix } from "./matrix.ts"

/** What was seen, as Markdown: a row an agent, then the evidence of each cell. */
export function matrixText({ node, rows, skipped }: Matrix): string {
  const head = ["host", ...columns.map(({ title }) => title)]
  const seen = rows.map(({ host, version, cells }) => [
    `${host} ${version}`,
    ...columns.map(({ name }) => cellText(cells[name])),
  ])
  const missing = skipped.map(({ host }) => [host, ...columns.map(() => "not run")])
  return `The real program of each version, on a scripted model on loopback (hooks on Node ${node.slice(1)}), with our hooks in its settings as
\`proofloop hook install\` writes them. What the model was told is read off its requests, what the hooks saw off their log.
**NO** was tried and not seen. Where there is a dash, the host has no such thing, or tells hooks nothing of it.

${table([head, ...seen, ...missing])}

## Evidence

${rows.map(({ host, version, cells }) => evidenceOf(`${host} ${version}`, cells)).join("\n\n")}
`
}

function evidenceOf(title: string, cells: Readonly<Record<string, Shown>>): string {
  const lines = columns.flatMap((column) => {
    const cell = cells[column.name]
    return cell === undefined ? [] : [`${column.title}: ${cell.evidence}`]
  })
  return `### ${title}\n\n\`\`\`text\n${lines.join("\n")}\n\`\`\``
}

function cellText(cell: Shown | undefined): string {
  if (cell === undefined) return "-"
  return cell.shown ? "run" : "**NO**"
}

/** A table of Markdown; the first line is its head. */
function table(lines: readonly (readonly string[])[]): string {
  const [head = [], ...rest] = lines.map((cells) => `| ${cells.join(" | ")} |`)
  const width = lines[0]?.length ?? 0
  return [head, `|${"---|".repeat(width)}`, ...rest].join("\n")
}
