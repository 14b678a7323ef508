import { cutMiddle } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import { dataBlock, promptLine } from "@proofloop/stdlib/llm"
import { ask, type AskOptions } from "../prompt_files/ask.ts"
import type { FixContext, ProposeEdits } from "../settings.ts"
import { filesBlock, listBlock } from "./edit_files_block.ts"
import { editablePaths, editsReply } from "./edit_reply.ts"
import { FixError } from "./fix_error.ts"

export interface ProposeOptions extends Omit<AskOptions, "signal"> {
  /** How often the model is asked in all for a reply that fits. Default 3. */
  readonly attempts?: number | undefined
}

/**
 * Proposes edits by one model and the prompt `fix`. Rejects with a FixError without files to touch or without edits, with an LlmError
 * that quotes at most 300 characters of the reply, or with what the model throws.
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

/** What the prompts of a fix and of its test have in common. */
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
