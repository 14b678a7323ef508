import { thrownMessage } from "@proofloop/foundation/errors"
import { type JsonObject, redactSecrets, cutCodePoints } from "@proofloop/foundation/text"

const MAX_ERROR = 300
const MAX_TEXT = 200
const MAX_HINTS = 20

export interface FailedSubtask {
  readonly task_id: string
  readonly subtask_id: string
  readonly title: string
  readonly file_hints: readonly string[]
  readonly error: unknown
}

export interface SubtaskFailedEvent extends JsonObject {
  readonly type: "worker.subtask.failed"
  readonly task_id: string
  readonly subtask_id: string
  readonly title: string
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
