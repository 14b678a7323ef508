import { resolve } from "node:path"
import { evaluateVerifiers, type VerifierEvaluation } from "@proofloop/verifier"
import { readIds } from "../arguments/ids.ts"
import type { Input } from "../arguments/verb.ts"
import { exitCodes } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { untilStopped } from "../replay/until_stopped.ts"
import { createStyle } from "../terminal/style.ts"
import { verifierReport } from "./evaluation_report.ts"
import { inFlags, verdict_flags } from "./flag_names.ts"
import { readVerifiers, tellTrouble } from "./models.ts"

/** Lets the verifiers judge builds whose faults are known. Resolves to the exit code; throws Misuse. */
export async function measureVerifiers(input: Input, io: Io): Promise<number> {
  const verifiers = readVerifiers(input, io)
  const only = readIds(input, "lens")
  const builds = input.text("builds")
  let measured: VerifierEvaluation | null = null
  await untilStopped(io, async (signal) => {
    const result = await inFlags(verdict_flags, () =>
      evaluateVerifiers({
        ...verifiers,
        signal,
        on_event: tellTrouble(io),
        ...(only.length === 0 ? {} : { only }),
        ...(builds === undefined ? {} : { builds: resolve(io.cwd, builds) }),
      }),
    )
    if (!signal.aborted) measured = result
  })
  // What is assigned in a function is not seen by the compiler.
  const done = measured as VerifierEvaluation | null
  if (done === null) {
    io.stderr.write("Stopped: nothing was measured.\n")
    return exitCodes.aborted
  }
  io.stdout.write(
    input.json ? `${JSON.stringify(done)}\n` : verifierReport(done, createStyle(io.stdout, io.env)),
  )
  return done.ok && done.overall.fp === 0 ? exitCodes.clean : exitCodes.findings
}
