import type { RunContext } from "../context/context.ts"
import type { PipelineRun } from "../run.ts"

type Note = Readonly<Record<string, unknown>>

/** What became of each time the head was to follow the base branch, oldest first. */
export async function baseUpdates({ id }: PipelineRun, { settings }: RunContext): Promise<readonly Note[]> {
  const notes = await settings.store.notes(id)
  return notes.map(({ note }) => note).filter((note) => note["step"] === "update_base")
}

/** Why the head does not have the newest commit of the base branch; `otherwise`: where no try to follow it tells. */
export function whyBehind(followed: readonly Note[], base_tip: string, otherwise: string): string {
  const why = followed.findLast((note) => note["base_commit"] === base_tip)?.["why"]
  return typeof why === "string" ? why : otherwise
}
