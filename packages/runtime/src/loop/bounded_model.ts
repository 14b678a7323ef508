import { withDeadline } from "@proofloop/foundation/process"
import { ModelError } from "../errors/model_error.ts"
import type { Model } from "../protocol/model.ts"

/** Default deadline of a model that has none. */
const DEFAULT_MS = 600_000

/**
 * The model with a deadline for each call, in milliseconds; a shorter deadline of the model wins. With undefined it
 * is ten minutes, unless the model has a deadline. With null only the model's deadline counts. A late call throws a
 * `ModelError` of kind `transient`, even when the model ignores the signal.
 */
export function boundedModel(model: Model, given_ms: number | null | undefined): Model {
  const { timeout_ms: own_ms } = model
  if (given_ms === null || (own_ms !== undefined && own_ms <= (given_ms ?? Infinity))) return model
  const time_ms = given_ms ?? DEFAULT_MS
  const late = () => new ModelError(`the model gave no answer within ${time_ms} ms`, { kind: "transient" })
  const bounded: Model = (request, options) =>
    withDeadline({ time_ms, signals: [options.signal], late }, (signal) =>
      model(request, { ...options, signal }),
    )
  const { model_name, provider } = model
  return Object.assign(bounded, { model_name, provider, timeout_ms: time_ms })
}
