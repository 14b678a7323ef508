import { scriptedModel } from "@proofloop/runtime/testing"

export const broken = scriptedModel(() => ({
  throws: { kind: "provider_5xx", message: "the model is gone" },
}))
