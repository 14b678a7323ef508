import type { CheckReport } from "../report.ts"

/** One line; a finding says whether --fix would repair it, without the edits. */
export function jsonText(report: CheckReport): string {
  const findings = report.findings.map(withoutEdits)
  const suppressed = report.suppressed.map(withoutEdits)
  return `${JSON.stringify({ ...report, findings, suppressed })}\n`
}

function withoutEdits<Told extends CheckReport["findings"][number]>({ fix, ...told }: Told) {
  return fix === undefined ? told : { ...told, fix: fix.title }
}
