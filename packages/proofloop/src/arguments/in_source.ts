import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { isMisuse, Misuse } from "../console/misuse.ts"
import type { Input } from "./verb.ts"

/** Repeats an error about an option under the key of the configuration that gave its value. */
export async function inSource(input: Input, run: () => Promise<number>): Promise<number> {
  try {
    return await run()
  } catch (error) {
    if (!isMisuse(error) && !isInvalidOptionError(error)) throw error
    const [, name = "", rest = ""] = /^(?:--)?([a-z][a-z-]{0,60}):? (.{0,10000})/s.exec(error.message) ?? []
    const source = name === "" ? null : input.sourceOf(name)
    if (source === null) throw error
    throw new Misuse(`${source}: ${rest}`, isMisuse(error) ? error.unknown : null)
  }
}
