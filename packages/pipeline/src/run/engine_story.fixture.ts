import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { git } from "@proofloop/foundation/git"
import type { Rest } from "@proofloop/jobs"
import type { RowEngine } from "@proofloop/jobs/engines"
import { expect } from "vitest"
import { pipelineWith } from "../run.fixture.ts"
import { openRunStore } from "../run_store.ts"
import { modelServer } from "./model_server.fixture.ts"
import type { Machine } from "./story_machine.fixture.ts"

/** An engine and its workers, as a story needs them. */
export interface Cast {
  readonly rows: RowEngine
  /** What may go wrong; null: nothing does. */
  readonly troubles: {
    /** Ends this process of a worker, and starts another one in its place. */
    readonly endWorker: (pid: number, signal: "SIGKILL" | "SIGTERM") => Promise<void>
    /** Kills what keeps the journals, and starts it again. */
    readonly killServer: () => Promise<void>
    readonly cutConnections: () => void
  } | null
  readonly close: () => Promise<void>
}

/** A machine of this name; each has a folder of its own. */
export type MachineNamed = (name: string) => Machine

const POLL = { timeout: 150_000, interval: 100 }

/**
 * A run from its plan over an approval, CI and a merge to its end. Its troubles: workers are killed while it plans, and
 * between a tool call and the next question, and one is closed. The server is killed in a pause and in a turn, and all
 * connections are cut. The story and the workers may reach the store each their own way.
 */
export async function tellStory(
  open: (machine: MachineNamed) => Promise<Cast>,
  database?: { readonly own: string; readonly workers: string },
) {
  const other = database === undefined ? {} : { store: await openRunStore(database.own) }
  const place = await pipelineWith(other)
  const { folder, bare, forge, begin } = place
  const store = other.store ?? place.store
  if (other.store !== undefined) place.closing(other.store)
  const models = await modelServer()
  const machine: MachineNamed = (name) => ({
    store: database?.workers ?? join(folder, "jobs.db"),
    bare,
    folder: join(folder, "machines", name),
    model_url: models.url,
  })
  const { rows, troubles, close } = await open(machine)
  const row = { kind: "run", row_id: "run-1", repository: bare }
  const rests = async (like: Partial<Rest>) =>
    expect.poll(async () => rows.restOf(row).catch(() => null), POLL).toMatchObject(like)
  const wake = async () =>
    expect
      .poll(
        async () =>
          rows.wake(row).then(
            () => true,
            () => false,
          ),
        POLL,
      )
      .toBe(true)
  /** Makes trouble while a question waits for its answer. */
  const during = (question: string, trouble: (cast: NonNullable<typeof troubles>) => unknown) => {
    if (troubles === null) return Promise.resolve()
    return models.hold(question).then(async () => {
      await trouble(troubles)
      await models.release()
    })
  }
  const ending = (signal: "SIGKILL" | "SIGTERM") => async (cast: NonNullable<typeof troubles>) =>
    cast.endWorker((await store.holder("run-1"))?.pid ?? 0, signal)
  try {
    const made = [
      during("planner", ending("SIGKILL")),
      during("worker Subtract the discount 1", ending("SIGKILL")),
      during("worker Write a usage page 0", ({ cutConnections }) => cutConnections()),
      during("worker Write a usage page 1", ({ killServer }) => killServer()),
      during("reviewer", ending("SIGTERM")),
    ]
    await begin({ switches: ["needs_approval"] })
    await rows.start(row)
    await rests({ state: "awaiting-approval", waits_for: "approval" })
    await troubles?.killServer()
    await store.answer("run-1", { answer: "approved", by: "mia" })
    await wake()
    await rests({ state: "pr-open", waits_for: "merge" })
    await Promise.all(made)
    await forge.markReady(1)
    await forge.merge(1)
    await wake()
    await rests({ state: "done", is_over: true })
    const notes = await store.notes("run-1")
    const { work } = await store.get("run-1")
    return {
      answered: models.answered,
      notes: notes.map(({ transition, note }) =>
        [transition, note["step"], note["subtask_id"], note["status"]].filter(Boolean).join(" "),
      ),
      products: Object.keys(work).toSorted(),
      pulls: (await readdir(join(bare, "proofloop", "pulls"))).filter((name) => name.endsWith(".json")),
      commits: await commitsOf(bare),
      checked: (await store.check()).rows,
    }
  } finally {
    await close()
    await models.close()
  }
}

/** What every engine tells, whatever goes wrong. */
export const TOLD = {
  answered: [
    "planner",
    "worker Subtract the discount 0",
    "worker Subtract the discount 1",
    "worker Write a usage page 0",
    "worker Write a usage page 1",
    "reviewer",
    "reviewer",
    "reviewer",
  ],
  notes: [
    "",
    "queued → analysing begin",
    "analysing → planning analyse",
    "planning → awaiting-approval plan",
    "",
    "request_approval",
    "",
    "awaiting-approval → working await_approval",
    "work T001-S01 completed",
    "work T002-S01 completed",
    "working → publishing check",
    "publishing → pr-open publish",
    "self_review",
    "read_ci",
    "pr-open → verifying await_merge",
    "verifying → done verify",
  ],
  products: [
    "approval",
    "base_check",
    "base_commit",
    "base_head",
    "branch",
    "ci",
    "ending",
    "for_person",
    "head",
    "head_check",
    "merged_commit",
    "outcomes",
    "plan",
    "plan_sha256",
    "pull_request",
    "pushed_at",
    "report",
    "report_after",
    "self_review",
    "verification",
  ],
  pulls: ["1.json"],
  commits: [
    "Describe how a discount is asked for",
    expect.stringMatching(/^Merge pull request #1 from auto\/proofloop\//),
    "Subtract the discount from the price",
    "first",
  ],
  checked: 1,
}

/** The subjects of all commits that were ever pushed, also of those that no branch has. */
async function commitsOf(bare: string): Promise<readonly string[]> {
  const env = { GIT_DIR: bare }
  const { stdout } = await git(bare, ["cat-file", "--batch-all-objects", "--batch-check"], { env })
  const commits = stdout.split("\n").flatMap((line) => /^([0-9a-f]+) commit /.exec(line)?.[1] ?? [])
  const { stdout: subjects } = await git(bare, ["log", "--no-walk", "--format=%s", ...commits], { env })
  return subjects.trim().split("\n").toSorted()
}
