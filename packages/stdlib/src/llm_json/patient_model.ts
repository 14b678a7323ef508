import { type Clock, withDeadline } from "@proofloop/foundation/process"
import type { Model } from "@proofloop/runtime"
import { isModelError, isRetryable } from "@proofloop/runtime/internal"

/** Tries within one step when a service is in trouble. */
const RETRIES = 2
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000

/**
 * The same model with a limit in milliseconds for one answer, even if it ignores the signal; then it rejects. A
 * passing error is retried twice, after the wait that the service asks for, or after 0.5 and 2 seconds.
 */
export function patientModel(model: Model, timeout_ms: number, clock: Clock): Model {
  const once: Model = async (request, options) => {
    const late = () => new Error(`the model gave no answer within ${timeout_ms} ms`)
    const deadline = { time_ms: timeout_ms, signals: [options.signal], late }
    return withDeadline(deadline, async (signal) => model(request, { ...options, signal }))
  }
  const patient: Model = async (request, options) => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await once(request, options)
      } catch (error) {
        const wait_ms = waitBefore(error, tries)
        if (wait_ms === null) throw error
        await clock.sleep(wait_ms, options.signal)
      }
    }
  }
  const { model_name, provider } = model
  return Object.assign(patient, { model_name, provider, timeout_ms })
}

/** Milliseconds; null: it is not asked again. */
function waitBefore(error: unknown, tries: number): number | null {
  if (!isModelError(error) || !isRetryable(error.kind) || tries >= RETRIES) return null
  const wait_ms = error.retry_after_ms ?? FIRST_WAIT_MS * 4 ** tries
  return wait_ms <= LONGEST_WAIT_MS ? wait_ms : null
}
