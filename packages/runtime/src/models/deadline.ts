import { ModelError } from "../errors/model_error.ts"
import { raceAbort } from "./abort.ts"

/**
 * Runs `work` with a signal that fires when the caller aborts or after `timeout_ms` milliseconds, and settles at that
 * moment: with the abort reason, or with a transient `ModelError`. Leaves no timer and no listener behind.
 */
export async function withDeadline<T>(
  caller: AbortSignal,
  timeout_ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  caller.throwIfAborted()
  // Not AbortSignal.any: it keeps dependants of a long-lived signal alive (https://github.com/nodejs/node/issues/54614).
  const controller = new AbortController()
  const onAbort = (): void => controller.abort(caller.reason)
  const onTimeout = (): void =>
    controller.abort(new ModelError(`no complete reply within ${timeout_ms} ms`, { kind: "transient" }))
  caller.addEventListener("abort", onAbort, { once: true })
  const timer = setTimeout(onTimeout, timeout_ms)
  try {
    return await raceAbort(work(controller.signal), controller.signal)
  } finally {
    clearTimeout(timer)
    caller.removeEventListener("abort", onAbort)
  }
}
