import { git } from "@proofloop/foundation/git"
import { workOf } from "../../drive/step.ts"
import { mergesInto } from "../../forge/merges_into.ts"
import type { RunContext } from "../context/context.ts"
import type { BesideBase } from "../publish/pull_request_body.ts"
import type { PipelineRun } from "../run.ts"

type Note = Readonly<Record<string, unknown>>

/** The outcome of each time the head was to follow the base branch, oldest first. */
export async function baseUpdates({ id }: PipelineRun, { settings }: RunContext): Promise<readonly Note[]> {
  const notes = await settings.store.notes(id)
  return notes.map(({ note }) => note).filter((note) => note["step"] === "update_base")
}

/**
 * How the row's head stands to a commit of the base branch. `otherwise` says why it lacks that commit, where no try to
 * follow the branch tells.
 */
export async function besideBase(
  row: PipelineRun,
  context: RunContext,
  base: string,
  otherwise: string,
): Promise<BesideBase> {
  const { root } = context.settings
  const { head } = workOf(row, "head")
  const followed = await baseUpdates(row, context)
  const merges = followed.flatMap(({ commit, base_commit }) =>
    typeof commit === "string" && typeof base_commit === "string" ? [{ commit, base_commit }] : [],
  )
  const is_in = (await git(root, ["merge-base", "--is-ancestor", base, head])).exit_code === 0
  if (is_in) return { mergeable: "yes", behind: null, merges }
  const why = followed.findLast((note) => note["base_commit"] === base)?.["why"]
  const { mergeable } = await mergesInto(root, { base, head })
  return { mergeable, behind: typeof why === "string" ? why : otherwise, merges }
}
