import type { Model } from "@proofloop/runtime"
import { raceAbort } from "@proofloop/stdlib/gate"

/** The same model with so many milliseconds for one answer, also where it does not listen to the signal; then it rejects. */
export function modelWithin(model: Model, timeout_ms: number): Model {
  const bounded: Model = async (request, options) => {
    const deadline = new AbortController()
    const late = new Error(`the model gave no answer within ${timeout_ms} ms`)
    const timer = setTimeout(() => deadline.abort(late), timeout_ms)
    const signal = AbortSignal.any([options.signal, deadline.signal])
    try {
      return await raceAbort(() => model(request, { ...options, signal }), signal)
    } catch (error) {
      throw deadline.signal.aborted && !options.signal.aborted ? late : error
    } finally {
      clearTimeout(timer)
    }
  }
  const { model_name, provider } = model
  return Object.assign(bounded, { model_name, provider })
}
