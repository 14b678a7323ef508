import type { PipelineEvent } from "./settings.ts"

type Names = Readonly<Record<string, (event: PipelineEvent) => string | null>>

/** Events that have another name there, or none. */
const otherNames: Names = {
  "pipeline.begun": () => "run.begin",
  "pipeline.interrupted": () => "run.aborted",
  "pipeline.step_failed": ({ failed }) => (failed === true ? "run.crashed" : null),
  "pipeline.subtask_ended": ({ status }) => (status === "failed" ? "worker.subtask.failed" : null),
  "pipeline.self_reviewed": () => "self_critic.review.end",
  "ci.watch.fix.ended": ({ commit }) => (commit === null ? "ci.watch.failure.final" : null),
  "ci.watch.fix.refused": () => "ci.watch.failure.final",
  "ci.watch.needs_person": () => null,
}

/** The name of an event in a trace of gitoma's pipeline, for hosts that read them; null: it has none there. */
export function traceNameOf(event: PipelineEvent): string | null {
  const { type } = event
  const named = Object.hasOwn(otherNames, type) ? otherNames[type] : undefined
  if (named !== undefined) return named(event)
  // Events of plans, critics and CI have the same names.
  return type.startsWith("pipeline.") ? null : type
}
