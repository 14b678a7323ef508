import { errorCode, thrownMessage } from "@proofloop/foundation/errors"
import { cutCodePoints } from "@proofloop/foundation/text"
import { type Forge, ForgeError } from "../forge.ts"

/** The same methods, with what the file system and git say as ForgeErrors. */
export function asForgeError<Methods extends Forge>(forge: Methods): Methods {
  const wrapped = Object.entries(forge).map(([name, method]: [string, unknown]) => {
    if (typeof method !== "function" || name === "targetOf") return [name, method] as const
    return [
      name,
      async (...args: readonly unknown[]) => translate(async () => method(...args) as unknown),
    ] as const
  })
  return Object.fromEntries(wrapped) as unknown as Methods
}

async function translate<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof ForgeError) throw error
    const message = cutCodePoints(thrownMessage(error), 300)
    throw new ForgeError(message, { retryable: passing.has(errorCode(error)), cause: error })
  }
}

const passing = new Set(["EMFILE", "ENFILE", "EBUSY", "EAGAIN", "ENOSPC", "ABORT_ERR"])
