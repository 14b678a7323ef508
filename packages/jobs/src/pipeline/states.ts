import { dueStep as due, followers, type JobTable } from "../table/table.ts"
import { openSubtasks } from "./open_subtasks.ts"
import { isSwitched, type PipelineRun, RUN_STATES, type RunState, type Switch } from "./run.ts"

const CI_OFF: readonly Switch[] = ["no_ci_watch", "no_auto_fix_ci"]

const isHandedOver = ({ work }: PipelineRun) =>
  work.handed_over !== undefined && work.handed_over.head === work.head

/** The CI result of the head; null while there is no final one. */
const ciOfHead = ({ work: { ci, head } }: PipelineRun) =>
  ci !== undefined && ci.head === head && ci.state !== "pending" ? ci.state : null

const needsCi = (row: PipelineRun) => !isSwitched(row, "no_ci_watch") && ciOfHead(row) === null

const needsCiFix = (row: PipelineRun) =>
  ciOfHead(row) === "red" && !CI_OFF.some((name) => isSwitched(row, name)) && !isHandedOver(row)

const OPEN = {
  queued: ["cancelled"],
  analysing: ["cancelled"],
  planning: ["cancelled"],
  "awaiting-approval": ["cancelled"],
  working: ["cancelled"],
  publishing: ["cancelled"],
  "pr-open": ["cancelled"],
  failed: ["cancelled"],
} as const

/** A run as data: the steps in their order, when each is due and where it leads, and what only a person does. */
export const pipelineTable = {
  states: RUN_STATES,
  steps: {
    begin: { from: { queued: ["analysing"] } },
    analyse: { from: { analysing: ["planning", "done"] } },
    plan: { from: { planning: ["awaiting-approval", "working", "done"] } },
    request_approval: {
      from: { "awaiting-approval": [] },
      isDue: ({ work }) => work.approval?.round !== (work.wishes ?? []).length,
    },
    // A wish sends the run back to the plan.
    await_approval: { from: { "awaiting-approval": ["working", "planning", "done"] } },
    work: { from: { working: [] }, isDue: ({ work }) => openSubtasks(work).length > 0 },
    check: { from: { working: ["publishing"] } },
    // The forge does not show the pull request.
    look_up: { from: { "pr-open": [] }, isDue: ({ work }) => work.gone !== undefined },
    // Before publication, and on a later conflict.
    update_base: {
      from: { publishing: [], "pr-open": [] },
      isDue: ({ work }) => work.outdated !== undefined,
    },
    publish: { from: { publishing: ["pr-open", "done"] } },
    // The pull request's text was measured at another commit than the head.
    describe: {
      from: { "pr-open": [] },
      isDue: ({ work }) => work.report_after !== undefined && work.report_after.commit !== work.head,
    },
    self_review: {
      from: { "pr-open": [] },
      isDue: (row) => !isSwitched(row, "no_self_review") && row.work.self_review === undefined,
    },
    read_ci: { from: { "pr-open": [] }, isDue: needsCi },
    fix_ci: { from: { "pr-open": [] }, isDue: needsCiFix },
    integrate: {
      from: { "pr-open": [] },
      // Without the switch they are read only on demand.
      isDue: ({ work }) => (work.requests ?? []).length > 0,
    },
    await_merge: { from: { "pr-open": ["verifying", "done"] } },
    verify: { from: { verifying: ["done", "alarm"] } },
    revert: { from: { alarm: [] }, isDue: ({ work }) => work.revert === undefined },
    await_recovery: { from: { alarm: ["done"] } },
  },
  // A merged run cannot be cancelled; it is only no longer looked at.
  decisions: { cancel: OPEN, give_up: { verifying: ["done"], alarm: ["done"] } },
  failing: [
    "queued",
    "analysing",
    "planning",
    "awaiting-approval",
    "working",
    "publishing",
    "pr-open",
    "verifying",
  ],
} as const satisfies JobTable<PipelineRun, RunState>

export type StepName = keyof (typeof pipelineTable)["steps"]

/** Every existing transition; the store refuses any other. */
export const transitions: Readonly<Record<RunState, readonly RunState[]>> = followers(pipelineTable)

/** The step a run needs next; null when only a person, or a later look, can move it. */
export function dueStep(row: PipelineRun): StepName | null {
  return due<PipelineRun, StepName>(pipelineTable, row)
}

/** The phases of gitoma's pipeline, for hosts that read them. */
export const PHASES = ["IDLE", "ANALYZING", "PLANNING", "WORKING", "PR_OPEN", "REVIEWING", "DONE"] as const
export type Phase = (typeof PHASES)[number]

const PHASE_OF: Readonly<Record<RunState, Phase>> = {
  queued: "IDLE",
  analysing: "ANALYZING",
  planning: "PLANNING",
  "awaiting-approval": "PLANNING",
  working: "WORKING",
  publishing: "PR_OPEN",
  "pr-open": "PR_OPEN",
  verifying: "DONE",
  alarm: "DONE",
  done: "DONE",
  failed: "DONE",
  cancelled: "DONE",
}

/** The phase of a run; one that failed is in the phase it failed in. */
export function phaseOf(row: PipelineRun): Phase {
  const due_now = row.state === "pr-open" ? dueStep(row) : null
  if (due_now === "integrate") return "REVIEWING"
  return PHASE_OF[row.state === "failed" ? (row.failed_in ?? "queued") : row.state]
}
