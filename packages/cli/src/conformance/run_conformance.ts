import { runSuite } from "@proofloop/conformance"
import { thrownMessage } from "@proofloop/foundation/errors"
import type { Input } from "../arguments/verb.ts"
import { exitCodes } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { chooseCases } from "./choose_cases.ts"
import { openImplementations } from "./open_implementations.ts"
import { createProgress } from "./progress.ts"
import { readPreset } from "./read_preset.ts"
import { readReports } from "./reports.ts"

/** Runs the suite. Exit code 1 if a case failed, 2 if there is nothing to run or nothing to ask. */
export async function runConformance(input: Input, io: Io): Promise<number> {
  const writeReports = readReports(input, io)
  const filter = input.text("filter")
  const preset = await readPreset(input.text("preset"), io)
  const opening = openImplementations(input, io)
  try {
    const [cases, implementation] = await Promise.all([chooseCases(input), opening])
    const progress = createProgress(cases.length, io)
    const result = await runSuite({
      cases,
      implementation,
      on_outcome: (outcome) => progress.see(outcome),
      ...(filter === undefined ? {} : { filter }),
      ...(preset === undefined ? {} : { preset }),
    })
      .catch((error: unknown) => {
        throw new Misuse(`conformance: ${thrownMessage(error)}`)
      })
      .finally(() => progress.end())
    writeReports(result)
    return result.failed === 0 ? exitCodes.clean : exitCodes.findings
  } finally {
    const opened = await opening.catch(() => [])
    await Promise.all(opened.map(async (implementation) => implementation.close()))
  }
}
