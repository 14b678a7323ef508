import fc from "fast-check"
import { expect, test } from "vitest"
import { contextOf, failed, failingTests, planOf, REPOSITORY } from "./plans.fixture.ts"
import { postProcessPlan } from "./post_process_plan.ts"

const path = fc.constantFrom(...Object.keys(REPOSITORY), "ci.yml", "./src/db.py")
const hints = fc.array(path, { maxLength: 2 })
const plan = fc
  .array(fc.array(hints, { maxLength: 2 }), { maxLength: 9, size: "small" })
  .map((tasks) => planOf(...tasks))
const priorRuns = fc.array(
  fc.record({ outcome: fc.constantFrom("fail", "success"), touched_files: fc.array(path, { maxLength: 3 }) }),
)
const report = fc.constantFrom(failingTests, failingTests, { metrics: [failed("readme")] })
const scope = fc.constantFrom(null, null, "docs" as const)

test("a plan that went through once goes through unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(plan, priorRuns, report, scope, async (given, runs, found, wanted) => {
      const context = contextOf({ prior_runs: runs, report: found, scope: wanted })
      const once = await postProcessPlan(given, context)
      const twice = await postProcessPlan(JSON.parse(JSON.stringify(once.plan)), context)
      expect(twice.plan).toEqual(once.plan)
      expect(twice.events.filter(({ type }) => type !== "scope.metrics_filtered")).toEqual([])
    }),
    { numRuns: 300 },
  )
})
