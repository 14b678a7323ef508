import { thrownMessage } from "@proofloop/foundation/errors"
import { openRunner, type RoomLimits, type Runner } from "@proofloop/foundation/sandbox"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { Misuse } from "../console/misuse.ts"
import { type FlagNames, inFlags } from "../verdicts/flag_names.ts"

/** Where the commands of a repository run, and how its trees are set up. */
export interface Rooms extends RoomLimits {
  readonly setup: string | undefined
  readonly unsafe_host_runner: boolean
}

/** Reads --setup, --unsafe-host-runner and the limits. Throws Misuse. */
export function readRooms(input: Input): Rooms {
  return {
    setup: input.text("setup"),
    unsafe_host_runner: input.flag("unsafe-host-runner"),
    max_memory_bytes: readMebibytes(input, "max-memory"),
    max_processes: readCount(input, "max-processes"),
    max_disk_bytes: readMebibytes(input, "max-disk"),
  }
}

function readMebibytes(input: Input, name: string): number | undefined {
  const count = readCount(input, name)
  return count === undefined ? undefined : count * 2 ** 20
}

/**
 * The runner of those rooms. Rejects with Misuse, before a model is asked, when there is no sandbox and nobody
 * allowed running without one.
 */
export async function requireRunner(rooms: RoomLimits & Pick<Rooms, "unsafe_host_runner">): Promise<Runner> {
  try {
    return await inFlags(ROOM_FLAGS, () => openRunner(rooms))
  } catch (error) {
    throw new Misuse(thrownMessage(error))
  }
}

const ROOM_FLAGS: FlagNames = {
  max_memory_bytes: { flag: "--max-memory" },
  max_processes: { flag: "--max-processes" },
  max_disk_bytes: { flag: "--max-disk" },
}
