import { readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { lastTestRuns } from "../../../last_test_run.mjs"
import type { Checkout } from "../checkout.ts"
import type { FigureGroup, Reading } from "../figure.ts"
import { DURATION, EXACT } from "../noise.ts"

const counts = z.object({ seconds: z.number(), passed: z.number(), failed: z.number(), skipped: z.number() })
const runSchema = counts.extend({
  commit: z.string(),
  dirty: z.boolean(),
  date: z.string(),
  load: z.number(),
  steps: z.array(counts.extend({ name: z.string() })),
})
const runsSchema = z.record(z.string(), runSchema)

/** Scripts of package.json that run tests and note it, as far as they are there. */
const SCRIPTS = ["test", "unit", "check", "slow"]

/** How long the tests take, and how many there are. */
export const tests: FigureGroup = {
  name: "tests",
  about:
    "the last whole run of each command on this machine, after the installation; with --tests they are run first",
  command: "npm test",
  figures: {
    seconds: { what: "", unit: "s", better: "lower", noise: DURATION },
    step: { what: "", unit: "s", better: "neither", noise: DURATION },
    step_passed: { what: "passed,", unit: "count", better: "higher", noise: EXACT },
    passed: { what: "passed,", unit: "count", better: "higher", noise: EXACT },
    failed: { what: "failed,", unit: "count", better: "lower", noise: EXACT },
    skipped: { what: "skipped,", unit: "count", better: "lower", noise: EXACT },
  },
  async measure(checkout, { tests: run_them }) {
    if (run_them) await runTests(checkout)
    const runs = Object.entries(runsSchema.parse(lastTestRuns(checkout.root)))
    if (runs.length === 0) {
      return { absent: "no whole run is noted here; npm test notes its own, --tests runs it" }
    }
    return runs.flatMap(([command, run]) => readingsOf(command, run))
  },
}

function readingsOf(of: string, run: z.infer<typeof runSchema>): readonly Reading[] {
  const { commit, dirty, date, load, seconds, passed, failed, skipped, steps } = run
  const at = { commit, dirty, date, load }
  return [
    { figure: "seconds", of, value: seconds, at },
    { figure: "passed", of, value: passed, at },
    { figure: "failed", of, value: failed, at },
    { figure: "skipped", of, value: skipped, at },
    ...steps.map((step) => ({ figure: "step", of: `${of}, ${step.name}`, value: step.seconds, at })),
    ...steps
      .filter((step) => step.passed > 1)
      .map((step) => ({ figure: "step_passed", of: `${of}, ${step.name}`, value: step.passed, at })),
  ]
}

/** Red tests are a figure; a run without a report is not. */
async function runTests({ root, script }: Checkout): Promise<void> {
  const { scripts: known } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  for (const name of SCRIPTS.filter((one) => Object.hasOwn(known, one))) {
    const before = JSON.stringify(lastTestRuns(root))
    const { code, output } = await script(name)
    if (JSON.stringify(lastTestRuns(root)) !== before) continue
    throw new Error(`npm run ${name} noted no run and ended with ${code}:\n${output.slice(-2000)}`)
  }
}
