import type { Io } from "./console/io.ts"
import { processIo } from "./console/process_io.ts"

export type { Io, Output } from "./console/io.ts"

/**
 * Runs the command line and resolves to its exit code; prints to `io`, by default the process's streams. For a process
 * of its own a resident check (`check --serve`) may do the work.
 */
export async function main(argv: readonly string[], io?: Io): Promise<number> {
  const given = io ?? processIo(argv)
  if (io === undefined && argv[0] === "check") {
    const { askResident } = await import("./resident/ask_resident.ts")
    const answered = await askResident(argv, given)
    if (answered !== null) return answered
  }
  const { runCommand } = await import("./main.ts")
  return runCommand(argv, given)
}
