import { fileErrorReason, writeWholeFile } from "@proofloop/foundation/files"
import { plural } from "@proofloop/foundation/text"
import { Misuse } from "../../console/misuse.ts"
import type { CheckReport } from "../report.ts"
import { SUPPRESSION } from "../severity.ts"
import type { CheckSubject } from "../subject.ts"
import { baselineText } from "./baseline_file.ts"
import { openBaseline, renewedBaseline } from "./open_baseline.ts"

/** Accepts the findings of a report. Resolves to a line that says so; throws Misuse for a file that cannot be written. */
export async function writeBaseline(
  name: string,
  subject: CheckSubject,
  report: CheckReport,
  cwd: string,
): Promise<string> {
  const baseline = await openBaseline(name, subject, { cwd, may_be_missing: true })
  const findings = report.findings.filter(({ critic }) => critic !== SUPPRESSION)
  const judged = new Set([...subject.change.files, ...findings].map(({ path }) => path))
  const looked = new Set(report.ran)
  for (const { critic } of report.unable) looked.delete(critic)
  const entries = renewedBaseline(
    baseline,
    findings,
    ({ path, critic }) => looked.has(critic) && subject.isWanted(path) && judged.has(path),
  )
  try {
    await writeWholeFile(baseline.file, baselineText(entries), { mode: 0o644 })
  } catch (error) {
    throw new Misuse(`--write-baseline: ${name} cannot be written: ${fileErrorReason(error)}`)
  }
  const known = entries.reduce((sum, { count }) => sum + count, 0)
  return `check: ${plural(findings.length, "finding")} accepted; ${name} holds ${known}\n`
}
