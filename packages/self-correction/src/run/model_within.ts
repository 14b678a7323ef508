import { withDeadline } from "@proofloop/foundation/process"
import type { Model } from "@proofloop/runtime"

/** The same model with so many milliseconds for one answer, also where it does not listen to the signal; then it rejects. */
export function modelWithin(model: Model, timeout_ms: number): Model {
  const bounded: Model = async (request, options) => {
    const late = () => new Error(`the model gave no answer within ${timeout_ms} ms`)
    const deadline = { time_ms: timeout_ms, signals: [options.signal], late }
    return withDeadline(deadline, async (signal) => model(request, { ...options, signal }))
  }
  const { model_name, provider } = model
  return Object.assign(bounded, { model_name, provider, timeout_ms })
}
