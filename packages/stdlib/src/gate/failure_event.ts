import { thrownMessage } from "@proofloop/foundation/errors"
import { type JsonObject, redactSecrets, cutCodePoints } from "@proofloop/foundation/text"

const MAX_ERROR = 300
const MAX_TEXT = 200
const MAX_HINTS = 20

export interface FailedSubtask {
  /** The task of the plan. */
  readonly task_id: string
  /** The subtask that failed. */
  readonly subtask_id: string
  /** Its title. */
  readonly title: string
  /** Files that the plan names for it. */
  readonly file_hints: readonly string[]
  /** What went wrong. */
  readonly error: unknown
}

export interface SubtaskFailedEvent extends JsonObject {
  /** Names the event. */
  readonly type: "worker.subtask.failed"
  /** The task of the plan. */
  readonly task_id: string
  /** The subtask that failed. */
  readonly subtask_id: string
  /** Its title. */
  readonly title: string
  /** Files that the plan names for it. */
  readonly file_hints: readonly string[]
  /** What went wrong, as text without secrets. */
  readonly error: string
}

/** G3: the event of a subtask that failed, for any cause. Texts are cut and secrets removed. Never throws. */
export function subtaskFailedEvent(failed: FailedSubtask): SubtaskFailedEvent {
  return {
    type: "worker.subtask.failed",
    task_id: cut(failed.task_id, MAX_TEXT),
    subtask_id: cut(failed.subtask_id, MAX_TEXT),
    title: cut(failed.title, MAX_TEXT),
    file_hints: failed.file_hints.slice(0, MAX_HINTS).map((hint) => cut(hint, MAX_TEXT)),
    error: cut(thrownMessage(failed.error), MAX_ERROR),
  }
}

/** Gives an event to a host's listener. Ignores its errors; the run goes on. */
export async function emitSafely<Event>(
  sink: ((event: Event) => unknown) | undefined,
  event: Event,
): Promise<void> {
  try {
    await sink?.(event)
  } catch {
    // A record of a run must not end it.
  }
}

function cut(text: string, most: number): string {
  return cutCodePoints(redactSecrets(text.slice(0, 16_384)), most)
}
