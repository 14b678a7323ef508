import { thrownMessage } from "@proofloop/foundation/errors"
import { openRunner } from "@proofloop/foundation/sandbox"
import type { TestRooms } from "@proofloop/self-correction"
import type { Input } from "../arguments/verb.ts"
import { Misuse } from "../console/misuse.ts"

/** Where the tests of fixes run, and how their trees are set up. */
export function readRooms(input: Input): TestRooms {
  return { setup: input.text("setup"), unsafe_host_runner: input.flag("unsafe-host-runner") }
}

/** Rejects with Misuse when there is no sandbox and nobody allowed to go without: before a model was asked. */
export async function requireRunner(rooms: TestRooms): Promise<void> {
  try {
    await openRunner(rooms)
  } catch (error) {
    throw new Misuse(thrownMessage(error))
  }
}
