import { availableParallelism } from "node:os"
import { type Implementation, ourImplementation, ourProcesses, stdioProcesses } from "@proofloop/conformance"
import { thrownMessage } from "@proofloop/foundation/errors"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { splitCommand } from "./split_command.ts"

const MOST_PROCESSES = 4

/**
 * Who is asked: the command of `--implementation`, else ours. `--processes` of it share the cases; by default one, and of ours
 * one a core, up to 4, unless a filter leaves so few cases that this process has played them before others have started.
 */
export async function openImplementations(
  input: Input,
  { cwd }: Pick<Io, "cwd">,
): Promise<readonly Implementation[]> {
  const line = input.text("implementation")
  const processes = readCount(input, "processes")
  if (line === undefined) {
    const fitting = input.text("filter") === undefined ? Math.min(MOST_PROCESSES, availableParallelism()) : 1
    const count = processes ?? fitting
    return count === 1 ? [ourImplementation()] : ourProcesses(count)
  }
  const command = splitCommand(line)
  try {
    return await stdioProcesses(processes ?? 1, { command, cwd })
  } catch (error) {
    throw new Misuse(`--implementation: ${thrownMessage(error)}`)
  }
}
