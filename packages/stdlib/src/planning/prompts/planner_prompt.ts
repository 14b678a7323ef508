import { denylistSummary } from "@proofloop/foundation/paths"
import type { Message } from "@proofloop/runtime"
import { dataBlock, DATA_NOTE, promptLine } from "../../prompts/data_block.ts"
import { fingerprintBlock } from "../../prompts/fingerprint_block.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { MAX_SUBTASKS, MAX_TASKS } from "../plan_schema.ts"
import type { PriorRun } from "../prior_runs.ts"
import type { AuditReport } from "../report.ts"
import { plannerRules } from "./planner_rules.ts"
import { priorRunsBlock } from "./prior_runs_block.ts"
import { suggestionsBlock } from "./suggestions_block.ts"

export interface PlannerPromptOptions {
  readonly repository: string
  readonly report: AuditReport
  readonly facts: RepositoryFacts
  /** Recent attempts, as far back as PROMPT_WINDOW. Default: none. */
  readonly prior_runs?: readonly PriorRun[] | undefined
  /** Rules of the house, put below the system prompt. */
  readonly house_rules?: string | undefined
}

const MAX_TREE = 100
const MAX_DETAILS = 1500

/** The planner's prompt: what was measured, the makeup of the repository, recent attempts, and the limits of a plan. */
export async function plannerPrompt(options: PlannerPromptOptions): Promise<readonly Message[]> {
  const { repository, report, facts, prior_runs = [], house_rules = "" } = options
  const paths = await facts.paths()
  const sections = [
    `## REPOSITORY\n\n${promptLine(repository)}`,
    metricsSection(report),
    await suggestionsBlock(report, facts),
    fingerprintBlock(await facts.fingerprint()),
    priorRunsBlock(prior_runs),
    `## FILES OF THE REPOSITORY\n\n${dataBlock(treeText(paths, report))}`,
    plannerRules(report),
    ANSWER,
    `## FORBIDDEN PATHS\n\nNo subtask may be about one of these:\n${denylistSummary()}`,
  ]
  return [
    {
      role: "system",
      content: [SYSTEM, house_rules.trim()].filter((part) => part !== "").join("\n\n"),
    },
    { role: "user", content: sections.filter((section) => section !== "").join("\n\n") },
  ]
}

/** Files that the audit is about come first, then those nearest to the root. */
function treeText(paths: readonly string[], { metrics }: AuditReport): string {
  const suggestions = metrics.flatMap(({ suggestions: own }) => own ?? [])
  const hinted = new Set(suggestions.flatMap(({ file_hints }) => file_hints))
  const rankOf = (path: string) => (hinted.has(path) ? 0 : path.split("/").length)
  const shown = paths.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, MAX_TREE)
  const more = paths.length > MAX_TREE ? [`(and ${paths.length - MAX_TREE} more)`] : []
  return [...shown.map((path) => promptLine(path)), ...more].join("\n")
}

const SYSTEM = `You plan small, safe improvements of an existing repository. You answer with one JSON object and nothing else: no prose before or after it, no Markdown fence around it.
${DATA_NOTE}`

function metricsSection({ metrics }: AuditReport): string {
  const found = metrics.map(
    ({ name, status, details }) =>
      `${promptLine(name, 60)}: ${status}\n${Array.from(details).slice(0, MAX_DETAILS).join("")}`,
  )
  return `## WHAT WAS MEASURED\n\n${dataBlock(found.join("\n\n"))}`
}

const ANSWER = `## ANSWER

One JSON object with at most ${MAX_TASKS} tasks, each with at most ${MAX_SUBTASKS} subtasks:
{
  "tasks": [
    {
      "id": "T001", "title": "...", "priority": 1, "metric": "the measure it improves", "description": "...",
      "subtasks": [
        {
          "id": "T001-S01", "title": "...", "description": "...",
          "file_hints": ["relative/path"], "action": "create" | "modify" | "delete" | "verify"
        }
      ]
    }
  ]
}
Priority 1 is the most urgent. "file_hints" lists every file the subtask may touch, and no other.`
