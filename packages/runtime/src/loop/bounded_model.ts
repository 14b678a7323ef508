import { withDeadline } from "@proofloop/foundation/process"
import { ModelError } from "../errors/model_error.ts"
import type { Model } from "../protocol/model.ts"

/**
 * The model with a deadline for each call, in milliseconds, unless it has one of its own; null leaves it as it is. A late
 * call throws a `ModelError` of kind `transient`, also where the model does not listen to the signal.
 */
export function boundedModel(model: Model, time_ms: number | null): Model {
  if (time_ms === null || model.timeout_ms !== undefined) return model
  const late = () => new ModelError(`the model gave no answer within ${time_ms} ms`, { kind: "transient" })
  const bounded: Model = (request, options) =>
    withDeadline({ time_ms, signals: [options.signal], late }, (signal) =>
      model(request, { ...options, signal }),
    )
  const { model_name, provider } = model
  return Object.assign(bounded, { model_name, provider, timeout_ms: time_ms })
}
