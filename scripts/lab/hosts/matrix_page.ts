import { columns, type Shown } from "./judge.ts"
import type { Matrix } from "./matrix.ts"

/** Hosts that run nowhere without an account. */
const DOCUMENTED = ["copilot", "cursor"] as const

/** The page of the matrix, from what was seen. */
export function matrixPage({ node, rows, skipped }: Matrix): string {
  const head = ["host", ...columns.map(({ title }) => title)]
  const seen = rows.map(({ host, version, cells }) => [
    `${host} ${version}`,
    ...columns.map(({ name }) => cellText(cells[name])),
  ])
  const documented = DOCUMENTED.map((host) => [
    host,
    ...columns.map(({ name }) => (name === "background" ? "-" : "documentation")),
  ])
  const missing = skipped.map(({ host }) => [host, ...columns.map(() => "not run")])
  return `# What hooks were seen to do, host by host

${table([head, ...seen, ...missing, ...documented])}

- **run**: the real program of that version was run on a scripted model on loopback (hooks on Node ${node.slice(1)}), with our hooks in its
  settings as \`proofloop hook install\` writes them. What the model was told is read off the model's requests, what the hooks saw off
  their log. opencode was driven through its server and pi by its RPC mode, since \`opencode run\` and \`pi -p\` leave as soon as
  the agent is done: there nobody can be held.
- **documentation**: the host runs nowhere without an account. Its adapter is tested against payloads written after what its makers
  publish, no more.
- **NO**: it was tried and not seen. **-**: the host has no such thing, or tells hooks nothing of it.

The project is one function and one test that refutes it. What is done in a column:

| column | the scripted model | what has to be seen |
|---|---|---|
| failure seen | runs \`npm test\`, edits without effect, runs it again, says that it is done, mends, runs it, says that it is done | two failures and a pass in the hooks' log |
| nudge lands | the same | the model's next request after the second failure says that the edit changed nothing, with the assertion |
| repeat refused | runs \`npm test\` three times, nothing written | the third did not run, and the model read why |
| done held | as in the first | the model was asked for another turn, with the assertion; after the pass it was let go |
| hand-back | fails, edits without effect, and says three times that it is done, with a failing check between | two holds, then let go, and the person is told what is open |
| a question let alone | reads, runs the failing check, answers | nothing was said |
| prose let alone | runs the failing check, writes README.md, says that it is done | nothing was said |
| background waited for | mends, sends the check to the background, says that it is done | the model was told to wait for it, or to run it where the host tells nobody of its end |

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
