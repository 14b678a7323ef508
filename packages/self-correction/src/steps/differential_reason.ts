import type { RegressionTestRun } from "./run_test.ts"

type Answer = Pick<RegressionTestRun, "outcome" | "reason" | "tests_run">

/** Why two runs of a test do not show a fix; null: fail on the base, pass on the fix. */
export function differentialReason(base: Answer, fix: Answer): string | null {
  if (base.outcome === "fail" && fix.outcome === "pass") return fewerReason(base, fix)
  const [on_base, on_fix] = [`on the base: ${base.reason}`, `on the fix: ${fix.reason}`]
  if (base.outcome === "error" || fix.outcome === "error") {
    const broken = [
      ...(base.outcome === "error" ? [on_base] : []),
      ...(fix.outcome === "error" ? [on_fix] : []),
    ]
    return `the test could not be judged; ${broken.join("; ")}`
  }
  if (fix.outcome === "pass") return "the test passes on the base as well, so it does not exercise the bug"
  return base.outcome === "pass"
    ? `the test passes on the base and fails with the fix; ${on_fix}`
    : `the test still fails with the fix; ${on_fix}`
}

/** What fails on the base may be skipped on the fix, beside others that pass. */
function fewerReason({ tests_run: before }: Answer, { tests_run: now }: Answer): string | null {
  if (before === null || now === null || now >= before) return null
  return `${now} tests ran on the fix and ${before} on the base; the test that fails has to run on both`
}
