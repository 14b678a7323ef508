import type { JsonObject } from "@proofloop/foundation/text"
import { subtaskFailedEvent } from "./failure_event.ts"
import type { GatePhase, GateSubtask } from "./subtask.ts"

/** Something the gate or a phase around it tells, under gitoma's name where gitoma has the event. */
export type GateEvent = JsonObject & {
  readonly type: string
}

/** May be called at any moment of a submission; a throw is ignored. */
export type GateListener = (event: GateEvent) => void

export type Tell = GateListener

/** A listener whose throws cannot affect a change. */
export function guardedListener(listener: GateListener | undefined): GateListener {
  return (event) => {
    try {
      listener?.(event)
    } catch {
      // The host's own trouble.
    }
  }
}

/** Events of the worker name subtask and attempt; those of the other phases name the phase alone. */
export function tellerFor(
  emit: GateListener,
  { id }: Pick<GateSubtask, "id">,
  phase: GatePhase,
  attempt: number,
): Tell {
  const place = phase === "worker" ? { subtask_id: id, attempt } : { phase }
  return ({ type, ...fields }) => emit({ type, ...place, ...fields })
}

/** A subtask failed, for any cause (G3): every failure has an event, not only a state in the plan. */
export function tellFailedSubtask(emit: GateListener, subtask: GateSubtask, error: string): void {
  const { id, title, task_id = "", file_hints = [] } = subtask
  emit(subtaskFailedEvent({ task_id, subtask_id: id, title, file_hints, error }))
}
