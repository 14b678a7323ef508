import { dataBlock, promptLine } from "../../prompts/data_block.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { blamesReadme, isReadmeOnly } from "../readme_only.ts"
import type { AuditReport, Metric, Suggestion } from "../report.ts"

/** How many are shown, and how many of those that need a person. */
const MOST = 20
const MOST_FOR_PERSON = 8

const MAX_DESCRIPTION = 400

/**
 * The audit's suggestions: failures before warnings, the most important of each metric first, small files before
 * large ones. Those that only a person can do stand apart. "" without any.
 */
export async function suggestionsBlock(
  report: AuditReport,
  facts: Pick<RepositoryFacts, "read">,
): Promise<string> {
  // Suggestions that a filter of the plan would drop again.
  const isKept = (suggestion: Suggestion) => blamesReadme(report) || !isReadmeOnly(suggestion)
  const all = report.metrics.flatMap((metric) =>
    (metric.suggestions ?? []).filter(isKept).map((suggestion, at) => ({ metric, suggestion, at })),
  )
  if (all.length === 0) return ""
  const for_person = all.filter(({ suggestion }) => suggestion.needs_person).toSorted(byRelevance)
  const rest = all.filter(({ suggestion }) => !suggestion.needs_person).toSorted(byRelevance)
  const sized = await Promise.all(
    rest.slice(0, 3 * MOST).map(async (one) => ({ ...one, size: await sizeOf(one.suggestion, facts) })),
  )
  const ranked = sized.toSorted((one, other) => byRelevance(one, other) || one.size - other.size)
  const groups = [
    ...(ranked.length === 0
      ? []
      : ["FOR SUBTASKS, the most useful first:", ...ranked.slice(0, MOST).map(bullet)]),
    ...(for_person.length === 0
      ? []
      : [
          "FOR A PERSON (no subtask is about one of these):",
          ...for_person.slice(0, MOST_FOR_PERSON).map(bullet),
        ]),
  ]
  return `## WHAT WAS SUGGESTED

What those who measured would do. Take what is worth it, and make it exact.
${dataBlock(groups.join("\n"))}`
}

interface Suggested {
  readonly metric: Metric
  readonly suggestion: Suggestion
  /** Its rank among those of its metric, the most important first. */
  readonly at: number
}

function byRelevance(one: Suggested, other: Suggested): number {
  return URGENCY[one.metric.status] - URGENCY[other.metric.status] || one.at - other.at
}

const URGENCY = { fail: 0, warn: 1, unable: 2, pass: 2 } as const

/** In bytes, of the files that are there. */
async function sizeOf({ file_hints }: Suggestion, facts: Pick<RepositoryFacts, "read">): Promise<number> {
  const files = await Promise.all(file_hints.slice(0, 10).map(async (path) => facts.read(path)))
  return files.reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0)
}

function bullet({ metric, suggestion }: Suggested): string {
  const { title, description, action, file_hints } = suggestion
  const files = file_hints
    .slice(0, 10)
    .map((path) => promptLine(path))
    .join(", ")
  const what = `${promptLine(title)}: ${promptLine(description, MAX_DESCRIPTION)}`
  return `- [${promptLine(metric.name, 60)}, ${metric.status}] ${what} (${action}${files === "" ? "" : ` ${files}`})`
}
