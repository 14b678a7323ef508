import { inMarkdown } from "@proofloop/foundation/text"
import type { QaResult } from "./result.ts"

/** The end of a pull request's body about the Q&A phase; "" when it did not run or found no gap. */
export function qaSection(result: QaResult | null): string {
  if (result === null) return ""
  if (result.crashed !== null) return section(crashLines(result.crashed))
  const gaps = result.answers.filter(({ verdict }) => verdict === "gap")
  if (gaps.length === 0) return ""
  const list = gaps.map(({ id, rationale }) => `- **${id}**: ${inMarkdown(rationale, 300)}`)
  const { revised } = result
  if (revised.status === "kept") {
    return section([
      "## Q&A self-consistency: a gap was found and closed",
      "",
      "The answers below named a gap. A revised patch closed it and passed the same gate as every other change.",
      "",
      ...list,
    ])
  }
  const reason =
    revised.status === "reverted"
      ? ["", `The revised patch was taken back: ${inMarkdown(revised.reason, 200)}`]
      : []
  return section([
    "## [!] Q&A self-consistency: a gap is open",
    "",
    "Nothing in this pull request closes what these answers admit. Look at them before merging.",
    "",
    ...list,
    ...reason,
  ])
}

function crashLines(reason: string): readonly string[] {
  const first_line = inMarkdown(reason.trim().split("\n", 1)[0] ?? "", 300)
  return [
    "## [!] Q&A self-consistency phase CRASHED",
    "",
    "Treat this PR as ungated: the questions that would have tested it were not answered.",
    "",
    `Reason: ${first_line === "" ? "(not known)" : first_line}`,
  ]
}

function section(lines: readonly string[]): string {
  return `\n---\n\n${lines.join("\n")}\n`
}
