import { resolve } from "node:path"
import { fileErrorReason, writeWholeFile } from "@proofloop/foundation/files"
import { reportText } from "@proofloop/hooks"
import { type HookReport, reportHooks } from "@proofloop/hooks/internal/report"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { homeOf } from "./host_argument.ts"
import { hookReportPage } from "./report_page.ts"

const DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

/** The page of the last days as it is now, among those of the cockpit. */
export function hooksPage(io: Io, waits: number): string {
  return hookReportPage(reportOf(io, DAYS), DAYS, { here: "/hooks", waits })
}

function reportOf(io: Io, days: number): HookReport {
  return reportHooks(homeOf(io), Date.now() - days * DAY_MS)
}

export async function showHookReport(input: Input, io: Io): Promise<number> {
  const days = readCount(input, "days") ?? DAYS
  const report = reportOf(io, days)
  const html = input.text("html")
  if (html !== undefined) {
    const file = resolve(io.cwd, html)
    await writeWholeFile(file, hookReportPage(report, days)).catch((error: unknown) => {
      throw new Misuse(`cannot write ${html}: ${fileErrorReason(error)}`)
    })
    io.stderr.write(`Page: ${file}\n`)
  }
  io.stdout.write(`${input.json ? JSON.stringify(report) : reportText(report)}\n`)
  return EXIT_CODES.clean
}
