import { thrownMessage } from "@proofloop/foundation/errors"
import { openRunner, type RoomLimits, type Runner } from "@proofloop/foundation/sandbox"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { Misuse } from "../console/misuse.ts"

export interface Rooms extends RoomLimits {
  readonly setup: string | undefined
  readonly unsafe_host_runner: boolean
}

/** Reads --setup, --unsafe-host-runner and the limits. Needs a sandbox, unless the call may run without. Throws Misuse. */
export function readRooms(input: Input): Rooms {
  const rooms = {
    setup: input.text("setup"),
    unsafe_host_runner: input.flag("unsafe-host-runner"),
    max_memory_bytes: readMebibytes(input, "max-memory"),
    max_processes: readCount(input, "max-processes"),
    max_disk_bytes: readMebibytes(input, "max-disk"),
  }
  input.needs(async () => {
    await openRunner(rooms).catch((error: unknown) => {
      throw new Misuse(thrownMessage(error))
    })
  })
  return rooms
}

function readMebibytes(input: Input, name: string): number | undefined {
  const count = readCount(input, name)
  return count === undefined ? undefined : count * 2 ** 20
}

/** The runner of those rooms, which looks for a sandbox when the first room is opened. */
export function runnerOf(rooms: Rooms): Runner {
  return {
    sandbox: rooms.unsafe_host_runner ? "none" : "bubblewrap",
    open: async (...asked) => (await openRunner(rooms)).open(...asked),
  }
}
