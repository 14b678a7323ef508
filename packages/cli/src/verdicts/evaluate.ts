import { resolve } from "node:path"
import { oneLine } from "@proofloop/foundation/text"
import { evaluateConsensus, isFixtureError, loadFixtures } from "@proofloop/verifier"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { exitCodes } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { createStyle } from "../terminal/style.ts"
import { consensusReport } from "./evaluation_report.ts"
import { inFlags, verdict_flags } from "./flag_names.ts"
import { measureVerifiers } from "./measure_verifiers.ts"

/** Measures the decision function, or the verifiers. Exit code 1 for a mismatch; throws Misuse. */
export async function evaluate(input: Input, io: Io): Promise<number> {
  if (input.flag("verifiers")) {
    for (const name of ["fixtures", "min-lenses"]) refuse(input, name, "does not go with --verifiers")
    return measureVerifiers(input, io)
  }
  for (const name of ["builds", "lens", "model", "base-url", "api-key-env", "prompt-dir"]) {
    refuse(input, name, "goes with --verifiers")
  }
  const given = input.text("fixtures")
  const min_lenses = readCount(input, "min-lenses")
  const measured = await asMisuse(async () => {
    const fixtures = await loadFixtures(given === undefined ? undefined : resolve(io.cwd, given))
    return evaluateConsensus(fixtures, { min_lenses })
  })
  const style = createStyle(io.stdout, io.env)
  io.stdout.write(input.json ? `${JSON.stringify(measured)}\n` : consensusReport(measured, style))
  return measured.ok ? exitCodes.clean : exitCodes.findings
}

function refuse(input: Input, name: string, why: string): void {
  if (input.texts(name).length > 0) throw new Misuse(`--${name} ${why}`)
}

async function asMisuse<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await inFlags(verdict_flags, work)
  } catch (error) {
    throw isFixtureError(error) ? new Misuse(`${error.code}: ${oneLine(error.message)}`) : error
  }
}
