import { nearestName } from "@proofloop/foundation/errors"
import { cutMiddle } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import { dataBlock } from "@proofloop/stdlib"
import { type AskOptions, filesBlock, listBlock, promptLine } from "@proofloop/stdlib/internal/llm"
import * as z from "zod"
import type { FixPlan, Hit } from "../feedback.ts"
import { ask } from "../prompt_files/ask.ts"
import type { FixContext, ProposeEdits } from "../settings.ts"
import { FixError } from "./fix_error.ts"
import { unaskedFiles } from "./unasked_files.ts"

export interface ProposeOptions extends Omit<AskOptions, "signal"> {
  /** Total questions to the model for a reply that fits. Default 3. */
  readonly attempts?: number | undefined
}

/**
 * Proposes edits by one model and the prompt `fix`. Rejects with a FixError without files to touch or without edits,
 * with an LlmError that quotes at most 300 characters of the reply, or with the model's error.
 */
export function proposeEditsWith(model: Model, options: ProposeOptions = {}): ProposeEdits {
  return async (context) => {
    const { plan, hits, signal } = context
    if (editablePaths(plan, hits).length === 0) {
      throw new FixError(
        "invalid_edits",
        "the plan names no file and nothing was localised: there is nothing to edit",
      )
    }
    const form = { ...options, signal, schema: editsReply(plan, hits) }
    const { edits } = await ask(model, "fix", await promptValues(context), form)
    if (edits.length === 0) throw new FixError("invalid_edits", "the model proposes no edits")
    return edits
  }
}

const MAX_BODY = 20_000

async function promptValues(context: FixContext): Promise<Record<string, string>> {
  const { root, plan, hits } = context
  const planned = plan.files.map(({ path, operation }) => `${operation} ${promptLine(path)}`)
  const places = hits.map(({ path, line_start, line_end }) => `${promptLine(path)}:${line_start}-${line_end}`)
  return {
    ...contextValues(context),
    proposed_change: dataBlock(cutMiddle(plan.proposed_change, MAX_BODY)),
    plan_files: listBlock(planned),
    places: listBlock(places.slice(0, 100)),
    files: await filesBlock(root, editablePaths(plan, hits), hits),
  }
}

export function contextValues({ feedback, plan, refutations }: FixContext): Record<string, string> {
  const against = refutations.slice(-MAX_REFUTATIONS).map((text) => `- ${promptLine(text, 2000)}`)
  return {
    feedback_id: promptLine(feedback.id),
    fix_class: plan.fix_class,
    body: dataBlock(cutMiddle(feedback.body, MAX_BODY)),
    success_criterion: promptLine(plan.success_criterion, 1000),
    root_cause: dataBlock(cutMiddle(plan.root_cause, MAX_BODY)),
    refutations: listBlock(against),
  }
}

const MAX_REFUTATIONS = 10

const MAX_EDITS = 100
const MAX_TEXT = 200_000

/**
 * The form of a reply with edits. Each path is one of the plan's files or of the hits. An empty `old_string` is for
 * files that the plan creates or deletes. An empty list is valid; the caller decides what it means.
 * @requirement self-correction.edits
 */
function editsReply(plan: Pick<FixPlan, "files">, hits: readonly Hit[]) {
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

/** The files an edit may touch: the plan's, then those of the hits that need no plan and approval. */
export function editablePaths(plan: Pick<FixPlan, "files">, hits: readonly Hit[]): readonly string[] {
  const found = hits.filter(({ path }) => unaskedFiles([path]).length === 0)
  return [...new Set([...plan.files, ...found].map(({ path }) => path))]
}

function describeForeign(path: string, allowed: readonly string[]): string {
  const near = nearestName(path, allowed)
  const hint = near === null ? "" : `; did you mean ${near}?`
  return `${JSON.stringify(path.slice(0, 100))} is not a file of the plan${hint}`
}
