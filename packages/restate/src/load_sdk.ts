import { errorCode } from "@proofloop/foundation/errors"
import type * as Sdk from "@restatedev/restate-sdk"
import { ensureWithResolvers } from "./with_resolvers.ts"

/** The SDK, which is an optional package. Rejects with what to install where it is missing. */
export async function loadSdk(): Promise<typeof Sdk> {
  ensureWithResolvers()
  try {
    return await import("@restatedev/restate-sdk")
  } catch (error) {
    if (errorCode(error) !== "ERR_MODULE_NOT_FOUND") throw error
    throw new Error("@proofloop/restate needs @restatedev/restate-sdk: npm install @restatedev/restate-sdk", {
      cause: error,
    })
  }
}
