import { likelyFiles } from "../steps/rank_files.ts"
import { triageFeedback } from "../steps/triage.ts"
import { type DriveStep, moveTo, fetchBase } from "./step.ts"

/** Into which class the feedback falls; out of scope is rejected with the reason, in the same change. */
export const triage: DriveStep = async (row, context) => {
  const { settings, signal, tell } = context
  const { store, prompt_dir, on_event } = settings
  const memories = await store.recall("failure_patterns", row.body, 3)
  const about = [row.body, row.context_url ?? "", row.success_criterion ?? ""].join("\n")
  const files = await likelyFiles(settings.root, await fetchBase(context), about)
  const model = settings.modelFor("triage")
  const found = await triageFeedback({ model, feedback: row, memories, files, prompt_dir, signal, on_event })
  const { fix_class, proposed_class, confidence, escalated_low_confidence } = found
  const told = { fix_class, proposed_class, confidence, escalated_low_confidence }
  tell("triaged", told)
  const change = {
    fix_class,
    ...(found.root_cause_hypothesis.trim() === "" ? {} : { root_cause: found.root_cause_hypothesis }),
    work: { triage: found },
    note: { step: "triage", ...told },
  }
  if (fix_class !== "out-of-scope") return moveTo("triaged", context, row, change)
  const rejection = escalated_low_confidence
    ? `nobody could tell what to change: the triage is ${confidence} % sure, which is below 60 %`
    : `it is out of scope: ${found.root_cause_hypothesis || "nothing of this repository is to be changed"}`
  const note = { ...change.note, reason: rejection }
  return moveTo("rejected", context, row, { ...change, work: { ...change.work, rejection }, note })
}
