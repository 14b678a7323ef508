import { readFile } from "node:fs/promises"
import { extname } from "node:path"
import { Misuse } from "../command/misuse.ts"
import type { Judgement } from "./judge.ts"

/** What was said of the commits of a repository. */
export interface Judged {
  readonly repository: string
  readonly commits: ReadonlyArray<{
    readonly id: string
    readonly subject: string
    readonly files: number
    readonly ms: number
    readonly findings: ReadonlyArray<Judgement["findings"][number] & { readonly hunk: string }>
    readonly unable: Judgement["unable"]
  }>
}

export async function readJudged(file: string): Promise<Judged> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Judged
  } catch (error) {
    throw new Misuse(`--add-up: ${file} is not a file that --keep has written`, { cause: error })
  }
}

/** Whether a clean answer is one: where a critic could not look, nobody knows what it would have told. */
export function isJudged({ findings, unable }: Pick<Judgement, "findings" | "unable">): boolean {
  return findings.length > 0 || unable.length === 0
}

/** Whether a check of it ends with 1; before findings said so, all did. */
function isFailing({ findings }: Pick<Judgement, "findings">): boolean {
  return findings.some(({ severity }) => severity !== "warning")
}

/** A commit and a critic that objects to it; what a reader judges. */
interface Pair {
  readonly repository: string
  readonly commit: string
  /** One of the findings is no warning. */
  readonly is_failing: boolean
  readonly critic: string
  readonly languages: ReadonlySet<string>
  readonly verdict: string
}

/** How many of the judged commits are flagged, by repository, critic and language of the file, and what the reader said of them. */
export function writeTables(reports: readonly Judged[], verdicts: Readonly<Record<string, string>>): string {
  const pairs = reports.flatMap((report) => pairsOf(report, verdicts))
  const all = reports.flatMap(({ commits }) => commits)
  const judged = all.filter(isJudged)
  const flagged = judged.filter(({ findings }) => findings.length > 0)
  const failing = judged.filter(isFailing)
  const lines = [
    `${judged.length} commits, ${flagged.length} flagged: ${perHundred(flagged.length, judged.length)} per 100; ${failing.length} of them failing: ${perHundred(failing.length, judged.length)} per 100; ${all.length - judged.length} not judged`,
    "",
    "| repository | commits | flagged | per 100 | failing | not judged |",
    "|---|---|---|---|---|---|",
    ...reports.map(({ repository, commits }) => {
      const own = commits.filter(isJudged)
      const count = own.filter(({ findings }) => findings.length > 0).length
      return `| ${repository} | ${own.length} | ${count} | ${perHundred(count, own.length)} | ${own.filter(isFailing).length} | ${commits.length - own.length} |`
    }),
    "",
    `| commits | flagged | ${SAID.join(" | ")} |`,
    `|---|---|${SAID.map(() => "---|").join("")}`,
    commitRow("all", pairs),
    commitRow(
      "failing",
      pairs.filter((pair) => pair.is_failing),
    ),
    "",
    ...table("critic", pairs, ({ critic }) => [critic]),
    "",
    ...table("language", pairs, ({ languages }) => [...languages]),
  ]
  return `${lines.join("\n")}\n`
}

function pairsOf({ repository, commits }: Judged, verdicts: Readonly<Record<string, string>>): Pair[] {
  return commits.flatMap(({ id, findings }) =>
    [...new Set(findings.map(({ critic }) => critic))].map((critic) => {
      const own = findings.filter((finding) => finding.critic === critic)
      const languages = new Set(own.map(({ path }) => LANGUAGES[extname(path).toLowerCase()] ?? "other"))
      const verdict = verdicts[`${repository} ${id.slice(0, 10)} ${critic}`] ?? "unread"
      return { repository, commit: id, is_failing: isFailing({ findings: own }), critic, languages, verdict }
    }),
  )
}

const LANGUAGES: Readonly<Record<string, string>> = {
  ".py": "Python",
  ".go": "Go",
  ".rs": "Rust",
  ".java": "Java",
  ".js": "JS/TS",
  ".cjs": "JS/TS",
  ".mjs": "JS/TS",
  ".jsx": "JS/TS",
  ".ts": "JS/TS",
  ".mts": "JS/TS",
  ".tsx": "JS/TS",
  ".md": "docs",
  ".mdx": "docs",
  ".rst": "docs",
}

const SAID = ["true", "arguable", "false", "unread"]

/** Commits by the best that was said of what is told of them. */
function commitRow(title: string, pairs: readonly Pair[]): string {
  const best = new Map<string, number>()
  for (const { repository, commit, verdict } of pairs) {
    const key = `${repository} ${commit}`
    best.set(key, Math.min(best.get(key) ?? SAID.length, SAID.indexOf(verdict)))
  }
  const counts = SAID.map((_said, at) => [...best.values()].filter((one) => one === at).length)
  return `| ${title} | ${best.size} | ${counts.join(" | ")} |`
}

function table(title: string, pairs: readonly Pair[], keysOf: (pair: Pair) => readonly string[]): string[] {
  const keys = [...new Set(pairs.flatMap(keysOf))].sort()
  const row = (key: string, own: readonly Pair[]) =>
    `| ${key} | ${own.length} | ${SAID.map((said) => own.filter(({ verdict }) => verdict === said).length).join(" | ")} |`
  return [
    `| ${title} | commits x critics | ${SAID.join(" | ")} |`,
    `|---|---|${SAID.map(() => "---|").join("")}`,
    ...keys.map((key) =>
      row(
        key,
        pairs.filter((pair) => keysOf(pair).includes(key)),
      ),
    ),
    row("all", pairs),
  ]
}

function perHundred(count: number, all: number): string {
  return all === 0 ? "0" : ((100 * count) / all).toFixed(1)
}
