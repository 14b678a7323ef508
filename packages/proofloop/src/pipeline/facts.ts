import { oneLine } from "@proofloop/foundation/text"
import { type Approval, type Breaker, type ClaimHolder, ownName, type Wait } from "@proofloop/jobs/internal"
import {
  dueStep,
  neededFor,
  openSubtasks,
  personalText,
  type Spent,
  type StepName,
} from "@proofloop/jobs/internal/pipeline"
import { type Phase, phaseOf, type PipelineRun, type RunState } from "@proofloop/jobs/pipeline"
import { ownCommand, type RunsPlace } from "./own_command.ts"

export interface RunWait {
  /**
   * A person: "approval", "merge", "failed", "gone", "handed over", "red CI", "alarm". Time: "ci", "cap". A missing
   * service: "model", "forge", "runner", "budget". "resume": nothing holds it.
   */
  readonly for: string
  /** In words: "a person", "CI", "nobody". */
  readonly who: string
  /** In words: "merge", "handed over: the changes conflict with it". */
  readonly why: string
  /** A person's first action, in words; "" where the commands are all. */
  readonly next: string
  /** Alternative commands for a person, each ready for a shell. */
  readonly commands: readonly string[]
  readonly since: string
  /** Not looked at before; null: whenever somebody does. */
  readonly look_at: string | null
}

/** The facts about a run for people and programs: one shape for the terminal, JSON and the page. Times are ISO 8601. */
export interface RunFacts {
  readonly id: string
  readonly repository: string
  readonly base: string | null
  readonly state: RunState
  readonly phase: Phase
  /** The next due step; null when the run is over, or only a person can move it. */
  readonly step: StepName | null
  readonly begun_at: string
  readonly updated_at: string
  readonly subtasks: { readonly of: number; readonly done: number; readonly failed: number }
  readonly branch: string | null
  readonly pull_request: { readonly number: number; readonly url: string } | null
  readonly ci: { readonly state: string; readonly why: string; readonly jobs: readonly string[] } | null
  readonly check: string | null
  /** Why something may not have been installed for that check; null: the set-up went well. */
  readonly setup_problem: string | null
  /** Scores of the analysers, from 0 to 1: at the base commit, and with the work done. */
  readonly scores: { readonly before: number | null; readonly after: number | null }
  /** What the plan leaves to a person: "Test pull requests (.github/workflows/ci.yml)". */
  readonly for_person: readonly string[]
  readonly ending: { readonly how: string; readonly why: string } | null
  readonly error: string | null
  readonly waits: RunWait | null
  readonly held_by: ClaimHolder | null
  readonly spent: Pick<Spent, "usd" | "tokens" | "model_calls" | "work_ms">
  readonly commands: { readonly resume: string; readonly report: string }
}

export interface Around extends RunsPlace {
  readonly wait: Wait | null
  readonly holder: ClaimHolder | null
  readonly approval: Approval | null
  readonly spent: Spent
}

export function factsOf(row: PipelineRun, around: Around): RunFacts {
  const { work } = row
  const { outcomes = [], pull_request, ci, ending } = work
  const { usd, tokens, model_calls, work_ms } = around.spent
  return {
    id: row.id,
    repository: row.url,
    base: row.place?.base ?? row.base,
    state: row.state,
    phase: phaseOf(row),
    step: dueStep(row),
    begun_at: row.received_at,
    updated_at: row.updated_at,
    subtasks: {
      of: outcomes.length + openSubtasks(work).length,
      done: outcomes.filter(({ status }) => status !== "failed").length,
      failed: outcomes.filter(({ status }) => status === "failed").length,
    },
    branch: work.branch ?? null,
    pull_request: pull_request === undefined ? null : { number: pull_request.number, url: pull_request.url },
    ci: ci === undefined ? null : { state: ci.state, why: ci.why, jobs: ci.jobs.map(({ name }) => name) },
    check: checkText(latestCheck(row)),
    setup_problem: latestCheck(row)?.setup_problem ?? null,
    scores: { before: work.report?.score ?? null, after: work.report_after?.score ?? null },
    for_person: (work.for_person ?? []).map(personalText),
    ending: ending ?? null,
    error: row.error,
    waits: waitOf(row, around),
    held_by: around.holder,
    spent: { usd, tokens, model_calls, work_ms },
    commands: {
      resume: ownCommand(around, "resume", row.id),
      report: ownCommand(around, "report", row.id),
    },
  }
}

function latestCheck({ work }: PipelineRun) {
  return work.verification ?? work.head_check ?? work.base_check
}

function checkText(check: ReturnType<typeof latestCheck>): string | null {
  if (check === undefined) return null
  const { outcome, failing, reason, command } = check
  if (outcome === "green") return `${command} is green`
  if (outcome === "unable") return `${command} says nothing: ${reason ?? ""}`
  const shown = failing.slice(0, 3).join(", ")
  return `${command} is red, ${failing.length} failing: ${shown}${failing.length > 3 ? ", ..." : ""}`
}

/** null: it is over, or somebody is at work on it. */
function waitOf(row: PipelineRun, around: Around): RunWait | null {
  const { wait, holder, approval } = around
  const { state, updated_at } = row
  if (state === "done" || state === "cancelled" || holder !== null) return null
  const when = { since: wait?.since ?? updated_at, look_at: wait?.look_at ?? null }
  const own = (verb: string, ...more: readonly string[]) => ownCommand(around, verb, row.id, ...more)
  const commands = [own("resume")]
  const other = wait === null ? undefined : OTHERS[wait.for]
  if (wait !== null && other !== undefined) return { for: wait.for, ...other, next: "", commands, ...when }
  const needed = neededFor(row)
  const is_answered = state === "awaiting-approval" && approval !== null && approval.answer !== null
  if (needed === null || is_answered || (wait === null && needed.action === "merge")) {
    return { for: "resume", who: "nobody", why: "it can go on", next: "", commands, ...when }
  }
  return {
    for: needed.why,
    who: "a person",
    why: reasonOf(needed.why, row),
    next: firstSteps[needed.action]?.(row.work) ?? "",
    commands: (VERBS[needed.action] ?? [["resume"]]).map(([verb, ...more]) => own(verb, ...more)),
    ...when,
  }
}

/** The missing service that a run needs; a refusal needs a person. */
export function waitForBreaker(
  { environment, name, reason, opened_at, until, needs_person }: Breaker,
  { id, repository, commands }: Pick<RunFacts, "id" | "repository" | "commands">,
): RunWait {
  // Run and repository stand beside it, and a list line must hold the reason.
  const what = [ownName({ name: "", row_id: id }), ` ${oneLine(repository)}`].reduce(
    (text, end) => (text.endsWith(end) ? text.slice(0, -end.length) : text),
    `${environment} ${name}`,
  )
  return {
    for: environment,
    ...(needs_person ? { who: "a person", why: `${what}: ${reason}` } : { who: what, why: reason }),
    next: needs_person ? "give it what it lacks, then" : `from ${until} on`,
    commands: [commands.resume],
    since: opened_at,
    look_at: until,
  }
}

/** The waits of a run for something other than a person. */
const OTHERS: Readonly<Record<string, Pick<RunWait, "who" | "why">>> = {
  ci: { who: "CI", why: "its checks are running" },
  cap: { who: "a place", why: "as many pull requests of the repository are open as may be" },
}

function reasonOf(why: string, { work, error }: PipelineRun): string {
  const more: Readonly<Record<string, string | null | undefined>> = {
    failed: error,
    gone: work.gone?.why,
    "handed over": work.handed_over?.why,
    "red CI": work.ci?.why,
    alarm: work.revert === undefined ? null : "url" in work.revert ? work.revert.url : work.revert.problem,
  }
  const told = more[why]
  return told === null || told === undefined ? why : `${why}: ${told}`
}

/** A person's preparation before typing, by the inbox action. */
const firstSteps: Readonly<Record<string, (work: PipelineRun["work"]) => string>> = {
  revert: ({ revert }) =>
    revert !== undefined && "url" in revert
      ? "merge what takes it back or mend the base branch, then"
      : "mend the base branch, then",
  take_over({ ci, ci_fixes = [], head }) {
    if (ci?.head === head && ci?.state === "needs_person") return "let its checks run, then"
    const is_lacking = ci_fixes.at(-1)?.status === "nothing_to_fix" && ci_fixes.at(-1)?.head === head
    return is_lacking ? "give its CI what it lacks, then" : "mend it on its branch, then"
  },
  look_up: () => "give its token access to it, then",
  merge: () => "merge or close the pull request, then",
}

/** The commands, where they are more than `resume`: a verb, and the words after the id. */
const VERBS: Readonly<Record<string, readonly (readonly [string, ...string[]])[]>> = {
  approve: [["approve"], ["reject", "--reason", "TEXT"]],
  resume: [["resume"], ["cancel", "--reason", "TEXT"]],
  look_up: [["resume"], ["cancel", "--reason", "TEXT"]],
}
