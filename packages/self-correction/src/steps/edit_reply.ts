import { nearestName } from "@proofloop/foundation/errors"
import { z } from "zod"
import type { FixPlan, Hit } from "../feedback.ts"

const MAX_EDITS = 100
const MAX_TEXT = 200_000

/**
 * The form of a reply with edits: each path is one of the plan's files or of the hits; an empty `old_string` is for files
 * that the plan makes or deletes. An empty list is valid; its meaning is left to the caller. @requirement self-correction.edits
 */
export function editsReply(plan: Pick<FixPlan, "files">, hits: readonly Hit[]) {
  const allowed = editablePaths(plan, hits)
  const whole = new Set(plan.files.filter(({ operation }) => operation !== "edit").map(({ path }) => path))
  const edit = z
    .strictObject({
      path: z.string().min(1).max(500),
      old_string: z.string().max(MAX_TEXT),
      new_string: z.string().max(MAX_TEXT),
      replace_all: z.boolean().default(false),
    })
    .superRefine(({ path, old_string, new_string }, context) => {
      const refuse = (key: string, message: string) =>
        context.addIssue({ code: "custom", path: [key], message })
      if (!allowed.includes(path)) refuse("path", describeForeign(path, allowed))
      if (old_string === "" && !whole.has(path)) {
        refuse("old_string", "it is empty; only a file that the plan creates has nothing to replace")
      }
      if (old_string !== "" && old_string === new_string) {
        refuse("new_string", "it is the same as old_string; leave the edit out")
      }
    })
  return z.strictObject({ edits: z.array(edit).max(MAX_EDITS) })
}

/** The files an edit may touch: those of the plan, then those of the hits. */
export function editablePaths(plan: Pick<FixPlan, "files">, hits: readonly Hit[]): readonly string[] {
  return [...new Set([...plan.files, ...hits].map(({ path }) => path))]
}

function describeForeign(path: string, allowed: readonly string[]): string {
  const near = nearestName(path, allowed)
  const hint = near === null ? "" : `; did you mean ${near}?`
  return `${JSON.stringify(path.slice(0, 100))} is no file of the plan${hint}`
}
