import type { RunContext } from "../context/context.ts"
import type { PipelineRun } from "../run.ts"

type Note = Readonly<Record<string, unknown>>

/** The outcome of each time the head was to follow the base branch, oldest first. */
export async function baseUpdates({ id }: PipelineRun, { settings }: RunContext): Promise<readonly Note[]> {
  const notes = await settings.store.notes(id)
  return notes.map(({ note }) => note).filter((note) => note["step"] === "update_base")
}

export function mergesOf(
  followed: readonly Note[],
): readonly { readonly commit: string; readonly base_commit: string }[] {
  return followed.flatMap(({ commit, base_commit }) =>
    typeof commit === "string" && typeof base_commit === "string" ? [{ commit, base_commit }] : [],
  )
}

/** Why the head lacks the base branch's newest commit; `otherwise`: where no try to follow it tells. */
export function whyBehind(followed: readonly Note[], base_tip: string, otherwise: string): string {
  const why = followed.findLast((note) => note["base_commit"] === base_tip)?.["why"]
  return typeof why === "string" ? why : otherwise
}
