import { isLedgerError } from "@proofloop/jobs/internal/verifier"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"

/** Works with a ledger. A damaged ledger is reported, lets nothing pass, and gives exit code 1. A bad verdict is misuse. */
export async function withLedger(
  input_is_json: boolean,
  io: Io,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!isLedgerError(error)) throw error
    if (error.code === "verdict_invalid") throw new Misuse(error.message)
    if (input_is_json)
      io.stdout.write(`${JSON.stringify({ error: { code: error.code, message: error.message } })}\n`)
    io.stderr.write(`proofloop: ${error.message}\n`)
    return error.code === "ledger_busy" ? EXIT_CODES.escalate : EXIT_CODES.findings
  }
}
