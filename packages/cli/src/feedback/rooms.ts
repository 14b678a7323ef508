import { thrownMessage } from "@proofloop/foundation/errors"
import { openRunner } from "@proofloop/foundation/sandbox"
import type { TestRooms } from "@proofloop/self-correction"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { Misuse } from "../console/misuse.ts"

/** Where the tests of fixes run, how their trees are set up, and for how long. Throws Misuse. */
export function readRooms(input: Input): TestRooms & { readonly test_timeout_ms?: number } {
  const rooms = { setup: input.text("setup"), unsafe_host_runner: input.flag("unsafe-host-runner") }
  const seconds = readCount(input, "test-timeout")
  return seconds === undefined ? rooms : { ...rooms, test_timeout_ms: seconds * 1000 }
}

/** Rejects with Misuse when there is no sandbox and nobody allowed to go without: before a model was asked. */
export async function requireRunner(rooms: TestRooms): Promise<void> {
  try {
    await openRunner(rooms)
  } catch (error) {
    throw new Misuse(thrownMessage(error))
  }
}
