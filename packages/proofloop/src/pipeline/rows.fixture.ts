import type { RunWork } from "@proofloop/jobs/internal/pipeline"
import type { PipelineRun } from "@proofloop/jobs/pipeline"
import type { Around } from "./facts.ts"
import { defaultStateFolder } from "./own_command.ts"

const SHA = "0123456789abcdef0123456789abcdef01234567"

/** 1 minute after the last change of `row`. */
export const NOW = Date.parse("2026-01-02T03:05:00.000Z")

export const AROUND: Around = {
  state_dir: defaultStateFolder(),
  wait: null,
  holder: null,
  approval: null,
  spent: { tokens: 120_310, usd: 0.42, model_calls: 31, work_ms: 1000 },
}

const subtask = (id: string, title: string) => ({
  id,
  title,
  description: "",
  file_hints: [],
  action: "modify" as const,
})

const PLAN = {
  tasks: [
    {
      id: "T001",
      title: "Tests",
      priority: 1,
      metric: "test_results",
      description: "",
      subtasks: [subtask("T001-S01", "Mend it"), subtask("T001-S02", "Test it")],
    },
  ],
}

/** A run with a pull request, half of its plan done. */
export function row(change: Partial<PipelineRun> = {}, work: Partial<RunWork> = {}): PipelineRun {
  const kept = {
    plan: PLAN as unknown as NonNullable<RunWork["plan"]>,
    outcomes: [
      {
        id: "T001-S01",
        status: "completed",
        commit: SHA,
        files: ["a.js"],
        error: null,
        rejections: [],
        proof: null,
        turns: 2,
      },
      {
        id: "T001-S02",
        status: "failed",
        commit: null,
        files: [],
        error: "no",
        rejections: [],
        proof: null,
        turns: 2,
      },
    ],
    head: SHA,
    branch: "auto/proofloop/plan-1",
    pull_request: {
      number: 7,
      url: "https://github.com/acme/shop/pull/7",
      identity: { number: 7 } as unknown as NonNullable<RunWork["pull_request"]>["identity"],
    },
    pushed_at: "2026-01-02T03:00:00.000Z",
    self_review: { head: SHA, findings: [], url: null, error: null },
    ci: {
      head: SHA,
      state: "green",
      why: "1 required check passed",
      jobs: [],
      looked_at: "2026-01-02T03:04:00.000Z",
    },
    ...work,
  } satisfies RunWork
  return {
    id: "run-1",
    received_at: "2026-01-02T02:00:00.000Z",
    updated_at: "2026-01-02T03:04:00.000Z",
    place: { forge: "github", repository: "42", base: "main" },
    url: "https://github.com/acme/shop",
    base: null,
    switches: "",
    state: "pr-open",
    attempts: 0,
    failed_in: null,
    error: null,
    revision: 9,
    work: kept,
    ...change,
  }
}

/** What a run waits for since 3:00. */
export function waitFor(what: string): Around["wait"] {
  return { for: what, since: "2026-01-02T03:00:00.000Z", look_at: null, deadline: null }
}
