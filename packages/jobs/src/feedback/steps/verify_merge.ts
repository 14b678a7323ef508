import { InvalidOptionError } from "@proofloop/foundation/errors"
import { atCommit, removeAbandonedTrees, requireGit } from "@proofloop/foundation/git"
import { cutMiddle } from "@proofloop/foundation/text"
import { workOf } from "../../drive/step.ts"
import { fetchMissing } from "../../forge/fetch_missing.ts"
import type { Forge } from "../../forge/forge.ts"
import type { NewMemory } from "../../store/store.ts"
import type { Feedback, RegressionTest, TestOutcome } from "../feedback.ts"
import type { TestRooms } from "../settings.ts"
import { FixError } from "./fix_error.ts"
import { minutesTaken } from "./plan_cost.ts"
import { type RegressionTestRun, runTest } from "./run_test.ts"
import { type FeedbackStep, keep, moveTo } from "./step.ts"
import { openTestRoom } from "./test_room.ts"

export interface VerifyMergeOptions {
  readonly root: string
  readonly forge: Forge
  /** In state fix-pr-open or regression-alarm, with its test. */
  readonly feedback: Feedback
  /** A commit of the base branch: the merge, or a later one. */
  readonly merged_commit: string
  readonly rooms: TestRooms
  /** For the run of the test. Default 120 000. */
  readonly timeout_ms?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export type MergeVerdict =
  | {
      readonly status: "verified"
      readonly merged_commit: string
      readonly regression_test_path: string
      /** Why the tree lacked something that should be installed; null: nothing. */
      readonly setup_problem: string | null
      readonly memories: readonly NewMemory[]
    }
  | {
      readonly status: "regression-alarm"
      readonly merged_commit: string
      readonly regression_test_path: string
      /** `missing`: the file is gone, or differs from the published one. */
      readonly outcome: TestOutcome | "missing"
      readonly exit_code: number | null
      readonly reason: string
      /** At most 4000 characters. */
      readonly output: string
    }

/**
 * Runs a fix's regression test on a merged commit, in a temporary work tree. Only a pass of the published file itself
 * is fine; all else is an alarm. Rejects with InvalidOptionError for a row in another state, ForgeError, GitError, a
 * FixError "environment" when the test cannot run here, and the signal's reason.
 * @requirement self-correction.merge
 */
export async function verifyMerge(options: VerifyMergeOptions): Promise<MergeVerdict> {
  const { root, forge, feedback, merged_commit, signal } = options
  const test = publishedTest(feedback)
  await fetchMissing(forge, root, [merged_commit, test.commit], signal)
  const merged = { merged_commit, regression_test_path: test.path }
  const alarm = { status: "regression-alarm", ...merged } as const
  const reason = await reasonMissing(root, test, merged_commit)
  if (reason !== null) return { ...alarm, outcome: "missing", exit_code: null, reason, output: "" }
  await removeAbandonedTrees(root)
  signal?.throwIfAborted()
  const ran = await atCommit(root, merged_commit, (tree) => runIn(tree, test, options))
  if (ran.blame === "environment") throw new FixError("environment", ran.reason, { is_told_by_test: true })
  if (ran.outcome === "pass") {
    const { setup_problem } = ran
    const memories = mergeMemories(feedback, test.path, merged_commit)
    return { status: "verified", ...merged, setup_problem, memories }
  }
  const { outcome, exit_code, reason: why } = ran
  return { ...alarm, outcome, exit_code, reason: why, output: cutMiddle(ran.output, 4000) }
}

async function runIn(
  root: string,
  test: RegressionTest,
  { root: work_folder, rooms, timeout_ms, signal }: VerifyMergeOptions,
): Promise<RegressionTestRun> {
  const place = await openTestRoom(root, { rooms, path: test.path, work_folder, signal })
  try {
    return await runTest({ root, test, place, timeout_ms, signal })
  } finally {
    await place.close()
  }
}

function publishedTest({ state, work: { test } }: Feedback): RegressionTest & { readonly commit: string } {
  if (state !== "fix-pr-open" && state !== "regression-alarm") {
    const expected = "a row in state fix-pr-open or regression-alarm"
    throw new InvalidOptionError({ option: "feedback.state", expected, got: state })
  }
  if (test !== undefined && test.path !== "") return test
  throw new InvalidOptionError({
    option: "feedback.work.test",
    expected: "a regression test",
    got: test ?? null,
  })
}

/** A test that was weakened on the way proves nothing. */
async function reasonMissing(
  root: string,
  { path, commit }: RegressionTest & { readonly commit: string },
  merged_commit: string,
): Promise<string | null> {
  const entryOf = async (tree: string) => requireGit(root, ["ls-tree", "-z", tree, "--", path])
  const [published, merged] = [await entryOf(commit), await entryOf(merged_commit)]
  if (merged === "") return `${path} is not in ${merged_commit.slice(0, 12)}`
  if (merged === published) return null
  return `${path} is not the file that was published: it was changed on its way to ${merged_commit.slice(0, 12)}`
}

/** The lesson for the next fault of the kind. @requirement self-correction.merge */
function mergeMemories(feedback: Feedback, test_path: string, merged_sha: string): readonly NewMemory[] {
  const fix_class = feedback.fix_class ?? "unknown"
  const source_id = feedback.id
  return [
    {
      topic: "failure_patterns",
      payload: {
        fix_class,
        root_cause: feedback.root_cause,
        feedback_body: feedback.body,
        regression_test_path: test_path,
        merged_sha,
      },
      embedding_key: `failure:${source_id}`,
      confidence: 85,
      source_id,
    },
    {
      topic: "review_patterns",
      payload: { fix_class, outcome: "verified", merged_sha },
      embedding_key: `review:${source_id}`,
      confidence: 80,
      source_id,
    },
  ]
}

/**
 * The regression test on the merge. Green: verified, with both memories in the same transaction. Anything else is an
 * alarm.
 * @requirement self-correction.merge
 */
export const verifyMergeStep: FeedbackStep = {
  name: "verify_merge",
  needs: ["forge", "runner"],
  async run(row, context) {
    const { root, forge, store, test_timeout_ms: timeout_ms } = context.settings
    const { merged_commit } = workOf(row, "merged_commit")
    const { signal } = context
    const rooms = context.settings
    const verdict = await verifyMerge({
      root,
      forge,
      feedback: row,
      merged_commit,
      rooms,
      timeout_ms,
      signal,
    })
    const { regression_test_path } = verdict
    const note = { step: "verify_merge", merged_sha: merged_commit, regression_test_path }
    if (verdict.status === "verified") {
      const { setup_problem } = verdict
      const setup = setup_problem === null ? {} : { setup_problem }
      context.tell("verified", { commit: merged_commit, regression_test_path, ...setup })
      const minutes = await minutesTaken(store, row.id)
      const memories = verdict.memories.map((memory) =>
        memory.topic === "review_patterns"
          ? { ...memory, payload: { ...memory.payload, ...minutes } }
          : memory,
      )
      return moveTo("verified", context, row, { regression_test_path, memories, note: { ...note, ...setup } })
    }
    const { outcome, exit_code, reason, output } = verdict
    const told = { commit: merged_commit, regression_test_path, outcome, reason: reason.slice(0, 300) }
    context.tell("regression_alarm", { severity: "critical", ...told })
    const change = {
      work: { alarm_commit: merged_commit },
      error: reason,
      note: { ...note, outcome, exit_code, reason, output },
    }
    // Another red commit is the same alarm.
    if (row.state === "regression-alarm") return keep(context, row, change)
    return moveTo("regression-alarm", context, row, change)
  },
}
