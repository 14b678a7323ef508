import { inMarkdown } from "@proofloop/foundation/text"
import type { Judged } from "./judged.ts"

/** What a reader said of the findings of a pull request: "true: the test was lost in a merge". By its number. */
export type Verdicts = Readonly<Record<string, string>>

/** What a month comes to, and in Markdown the pull requests of which a reviewer sees something. */
export function pullsTable(all: readonly Judged[], verdicts: Verdicts): string {
  const flagged = all.filter(({ findings }) => findings.length > 0)
  const blind = all.filter(({ findings, unable }) => findings.length === 0 && unable.length > 0)
  const times = all.map(({ ms }) => ms).toSorted((one, other) => one - other)
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  const count = (list: ReadonlyArray<readonly unknown[]>) => list.reduce((sum, { length }) => sum + length, 0)
  const faults = count(all.map((one) => one.faults))
  const seen = [...flagged, ...blind]
  const rows = seen.map(({ pull, files, findings, ms, unable }) => {
    const rules = [...new Set(findings.map(({ critic, rule }) => `${critic} ${rule}`))]
    const could_not = unable.map(({ critic }) => `${critic} could not look`)
    const verdict = findings.length === 0 ? "" : (verdicts[pull.number] ?? "unread")
    const title = inMarkdown(pull.title, 70)
    return `| #${pull.number} ${title} | ${files} | ${findings.length} | ${ms} | ${[...rules, ...could_not].join(", ")} | ${inMarkdown(verdict, 200)} |`
  })
  const lines = [
    `${all.length} pull requests, ${flagged.length} with findings (${count(all.map((one) => one.findings))}), ${count(all.map((one) => one.unable))} times unable, ${faults} faults of a report. Median ${at(0.5)} ms, 95 of 100 within ${at(0.95)} ms, longest ${times.at(-1) ?? 0} ms.`,
    "",
    ...(rows.length === 0 ? [] : [...HEAD, ...rows, ""]),
    `${all.length - seen.length} are clean.`,
  ]
  return `${lines.join("\n")}\n`
}

const HEAD = [
  "| pull request | files | findings | ms | what a reviewer sees | verdict |",
  "|---|---|---|---|---|---|",
] as const
