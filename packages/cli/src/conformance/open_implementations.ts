import { availableParallelism } from "node:os"
import { type Implementation, ourProcesses, stdioProcesses } from "@proofloop/conformance"
import { thrownMessage } from "@proofloop/foundation/errors"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { suitesOf } from "./choose_cases.ts"
import { splitCommand } from "./split_command.ts"

const MOST_PROCESSES = 4

/**
 * Who is asked: the command of `--implementation`, else ours. `--processes` of it share the cases; by default one, and for our
 * golden cases one a core, up to 4, unless a filter leaves so few that the first has played them before others have started.
 */
export async function openImplementations(
  input: Input,
  { cwd }: Pick<Io, "cwd">,
): Promise<readonly Implementation[]> {
  const line = input.text("implementation")
  const processes = readCount(input, "processes")
  if (line === undefined) {
    const is_long = input.text("filter") === undefined && suitesOf(input).includes("golden")
    return ourProcesses(processes ?? (is_long ? Math.min(MOST_PROCESSES, availableParallelism()) : 1))
  }
  const command = splitCommand(line)
  try {
    return await stdioProcesses(processes ?? 1, { command, cwd })
  } catch (error) {
    throw new Misuse(`--implementation: ${thrownMessage(error)}`)
  }
}
