export interface PriorRun {
  /** "success", "fail" or "skipped"; anything else is ignored. */
  readonly outcome: string
  /** The files it changed, or was about to change. */
  readonly touched_files?: ReadonlyArray<string | null> | null | undefined
  /** Labels of what went wrong, such as "syntax_invalid". Default: none. */
  readonly failure_modes?: readonly string[] | null | undefined
  /** Which repository it was; null or missing: not recorded. */
  readonly repository?: string | null | undefined
}

export interface PriorRunsWindow {
  /** A date, or a window that ends now: "24h", "7d". */
  readonly since: string
  readonly limit: number
}

/** What a planner sees: recent and few. */
export const PROMPT_WINDOW: PriorRunsWindow = { since: "24h", limit: 20 }

/** What G9 counts: last week's failures still matter, and successes must not push them out. */
export const FAILURE_WINDOW: PriorRunsWindow = { since: "7d", limit: 200 }

/** Failure modes of the model, the server or git; they say nothing about the path. */
const NOT_OF_THE_PATH: ReadonlySet<string> = new Set([
  "json_emit",
  "json_parse_bad",
  "truncation",
  "timeout",
  "provider_error",
  "aborted",
  "git_refused",
])

/** Whether an entry is of this repository. Without a name to compare with, every entry is. */
export function isOfRepository(run: PriorRun, repository: string | null | undefined): boolean {
  return repository === null || repository === undefined || run.repository === repository
}

/** Whether an entry is a failure that says something about its files. */
export function isFailureOfPath({ outcome, failure_modes }: PriorRun): boolean {
  if (outcome !== "fail") return false
  const modes = failure_modes ?? []
  return modes.length === 0 || modes.some((mode) => !NOT_OF_THE_PATH.has(mode))
}
