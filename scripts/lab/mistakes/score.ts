import type { Outcome } from "./run_mistakes.ts"

/** A table in Markdown: seen of those that the critics could look at, by a property and the language. */
export function scoreTable(made: readonly Outcome[], by: "kind" | "topic"): string {
  const outcomes = made.filter(isLookedAt)
  const left_out = made.length - outcomes.length
  const languages = [...new Set(outcomes.map(({ language }) => language))]
  const rows = [...new Set(outcomes.map((outcome) => outcome[by]))]
  const cell = (some: readonly Outcome[]) =>
    some.length === 0 ? "" : `${some.filter(isSeen).length}/${some.length}`
  const row = (name: string, some: readonly Outcome[]) =>
    `| ${[name, ...languages.map((language) => cell(some.filter((one) => one.language === language))), cell(some), countFailing(some), criticsOf(some)].join(" | ")} |`
  return [
    `| ${[by, ...languages, "all", "of them failing", "by"].join(" | ")} |`,
    `|${"---|".repeat(languages.length + 4)}`,
    ...rows.map((name) =>
      row(
        name,
        outcomes.filter((outcome) => outcome[by] === name),
      ),
    ),
    row("all", outcomes),
    ...(left_out === 0 ? [] : ["", `${left_out} more could not be looked at.`]),
  ].join("\n")
}

/** Where a critic was unable and none found anything, nobody knows what it would have told. */
function isLookedAt({ critics, unable }: Outcome): boolean {
  return critics.length > 0 || unable.length === 0
}

function isSeen({ critics }: Outcome): boolean {
  return critics.length > 0
}

/** How many make the exit code 1: a warning alone does not. */
function countFailing(outcomes: readonly Outcome[]): number {
  return outcomes.filter(({ findings }) => findings.some(({ severity }) => severity !== "warning")).length
}

/** The critics that found any, the one that found most first. */
function criticsOf(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>()
  for (const { critics } of outcomes)
    for (const critic of critics) counts.set(critic, (counts.get(critic) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([critic, count]) => `${critic} ${count}`)
    .join(", ")
}
