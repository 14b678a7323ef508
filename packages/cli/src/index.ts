import type { Io } from "./console/io.ts"
import { processIo } from "./console/process_io.ts"
import { askResident } from "./resident/ask_resident.ts"

export type { Io, Output } from "./console/io.ts"

/**
 * Runs the command line and resolves to its exit code; prints to `io`, by default the process's streams. For a process
 * of its own a resident check (`check --serve`) may do the work.
 */
export async function main(argv: readonly string[], io?: Io): Promise<number> {
  const given = io ?? processIo(argv)
  const answered = io === undefined ? await askResident(argv, given) : null
  if (answered !== null) return answered
  const { runCommand } = await import("./main.ts")
  return runCommand(argv, given)
}
