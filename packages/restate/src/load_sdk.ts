import { errorCode } from "@proofloop/foundation/errors"
import type * as Sdk from "@restatedev/restate-sdk"
import { ensureWithResolvers } from "./with_resolvers.ts"

/** The SDK, which is an optional package. Rejects with what to install where it is missing. */
export async function loadSdk(): Promise<typeof Sdk> {
  ensureWithResolvers()
  // Not constant, so that bundlers leave an optional package alone.
  const specifier = "@restatedev/restate-sdk"
  try {
    const loaded: unknown = await import(/* webpackIgnore: true */ /* @vite-ignore */ specifier)
    return loaded as typeof Sdk
  } catch (error) {
    if (errorCode(error) !== "ERR_MODULE_NOT_FOUND") throw error
    throw new Error("@proofloop/restate needs @restatedev/restate-sdk: npm install @restatedev/restate-sdk", {
      cause: error,
    })
  }
}
