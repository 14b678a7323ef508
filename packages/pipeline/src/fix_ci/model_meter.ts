import type { Model } from "@proofloop/runtime"

export interface ModelMeter {
  calls(): number
  /** Whether a call was refused because all were used. */
  isSpent(): boolean
  /** The error of the last failed call; null: none failed. */
  fault(): unknown
  /** The same model, until all calls are used; then it rejects. */
  metered(model: Model): Model
}

export function modelMeter(max_calls: number): ModelMeter {
  let calls = 0
  let is_spent = false
  let fault: unknown = null
  return {
    calls: () => calls,
    isSpent: () => is_spent,
    fault: () => fault,
    metered(model) {
      const counted: Model = async (request, options) => {
        is_spent = calls >= max_calls
        if (is_spent) throw new Error(`all ${max_calls} calls of models are used`)
        calls += 1
        try {
          return await model(request, options)
        } catch (error) {
          fault = error
          throw error
        }
      }
      const { model_name, provider, timeout_ms } = model
      return Object.assign(counted, { model_name, provider, timeout_ms })
    },
  }
}
