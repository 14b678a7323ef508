import { workOf } from "../../drive/step.ts"
import { lookAtPull } from "../../forge/look_at_pull.ts"
import type { PullRequest } from "../../forge/pulls.ts"
import {
  baseOf,
  keep,
  moveTo,
  type RunContext,
  type RunOutcome,
  type RunStep,
  waitFor,
} from "../context/context.ts"
import { readRequests } from "../review/read_requests.ts"
import { isSwitched, type PipelineRun } from "../run.ts"
import { handOver } from "./hand_over.ts"
import { lookFor } from "./look_for.ts"
import { headAt } from "./push_head.ts"
import { staleAt } from "./stale.ts"

/** Between two looks at an open pull request. */
const LOOK_EVERY_MS = 5 * 60_000

/**
 * What became of the pull request. Merged: the check is due on the merge. Closed: the run is done. Open: it waits.
 * Also notices others' commits on its branch, a conflict with its base and new comments.
 */
export const awaitMergeStep: RunStep = {
  name: "await_merge",
  repeats: true,
  needs: ["forge"],
  async run(row, context) {
    const { settings, signal, tell } = context
    const { identity, number } = workOf(row, "pull_request").pull_request
    const base = await baseOf(context, row)
    const life = await lookAtPull(identity, { ...settings, base, signal })
    if (life.state === "open") return whileOpen(row, context, life.pull)
    const note = { step: "await_merge", number, state: life.state }
    if (life.state === "closed") {
      tell("closed", { number })
      return moveTo("done", context, row, { work: { ending: { how: "closed", why: life.why } }, note })
    }
    const { merged_commit } = life
    tell("merged", { number, commit: merged_commit })
    return moveTo("verifying", context, row, { work: { merged_commit }, note: { ...note, merged_commit } })
  },
}

async function whileOpen(row: PipelineRun, context: RunContext, pull: PullRequest): Promise<RunOutcome> {
  const { settings, signal } = context
  const { forge, root, now } = settings
  const { head, base_head } = workOf(row, "head", "base_head")
  const note = { step: "await_merge", number: pull.number }
  if (pull.head_commit !== head) {
    // `lookAtPull` checked that it builds on what was published.
    const pushed_at = new Date(now()).toISOString()
    const work = headAt(pull.head_commit, pushed_at)
    return keep(context, row, { work, note: { ...note, head: pull.head_commit } })
  }
  if (pull.mergeable === "conflict") {
    const base_commit = await forge.git.fetchBranch(root, await baseOf(context, row), signal)
    if (base_commit !== base_head) {
      return keep(context, row, {
        work: { outdated: { base_commit, because: "conflict" } },
        note: { ...note, base_commit },
      })
    }
  }
  if (row.work.ci?.state === "needs_person" && row.work.ci.head === head) {
    const { state } = await lookFor(row, context)
    // A person allowed it to run, so it is watched as if pushed now.
    if (state !== "needs_person") {
      const pushed_at = new Date(now()).toISOString()
      return keep(context, row, {
        work: { pushed_at, ci: null, handed_over: null },
        note: { ...note, ci: state },
      })
    }
  }
  if (isSwitched(row, "integrate")) {
    const requests = await readRequests(row, context)
    if (requests.length > 0) {
      return keep(context, row, {
        work: { requests },
        note: { ...note, requests: requests.map(({ id }) => id) },
      })
    }
  }
  // A person is told once.
  const stale_at = staleAt(row)
  if (now() >= stale_at && row.work.handed_over?.head !== head) {
    const why = `pull request ${pull.number} is stale: nobody has merged or closed it in 30 days`
    return handOver(row, context, { why, note: { ...note, stale: true } })
  }
  return waitFor(row, "merge", { look_at: now() + LOOK_EVERY_MS, deadline: stale_at })
}
