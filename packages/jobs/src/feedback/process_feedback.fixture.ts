import { scriptedModel } from "@proofloop/runtime/testing"

export const broken = scriptedModel(() => ({
  throws: { kind: "invalid_response", message: "the model is gone" },
}))
