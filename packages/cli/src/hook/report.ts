import { reportHooks, reportText } from "@proofloop/hooks/report"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { homeOf } from "./host_argument.ts"

const DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

export async function showHookReport(input: Input, io: Io): Promise<number> {
  const days = readCount(input, "days") ?? DAYS
  const report = reportHooks(homeOf(io), Date.now() - days * DAY_MS)
  io.stdout.write(`${input.json ? JSON.stringify(report) : reportText(report)}\n`)
  return EXIT_CODES.clean
}
