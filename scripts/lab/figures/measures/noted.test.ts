import { expect, onTestFinished, test } from "vitest"
import { noteTestRun } from "../../../last_test_run.mjs"
import { noteReport } from "../../../mutation/last_report.mjs"
import { folderOf } from "../../../packaging/folder.fixture.ts"
import { openCheckout } from "../checkout.ts"
import type { FigureGroup } from "../figure.ts"
import { detection } from "./detection.ts"
import { mutation } from "./mutation.ts"
import { tests } from "./tests.ts"

const options = { quick: false, tests: false, data: undefined }

function measure(group: FigureGroup, root: string): ReturnType<FigureGroup["measure"]> {
  const checkout = openCheckout(root)
  onTestFinished(() => checkout.dispose())
  return group.measure(checkout, options)
}

test.each([
  [mutation, "no whole run is noted here; npm run mutation notes its own"],
  [tests, "no whole run is noted here; npm test notes its own, --tests runs it"],
  [detection, "needs the labelled runs, --data DIR"],
])("where nothing is at hand the group says so", async (group, absent) => {
  expect(await measure(group, folderOf({}))).toEqual({ absent })
})

test("the last run of the tests is told as it was noted, with its steps", async () => {
  const root = folderOf({})
  const step = { name: "lint", seconds: 2.5, passed: 1, failed: 0, skipped: 0 }
  const vitest = { name: "vitest", seconds: 60, passed: 100, failed: 2, skipped: 3 }
  const run = { load: 1.5, seconds: 61, passed: 101, failed: 2, skipped: 3, steps: [step, vitest] }
  noteTestRun(root, "npm test", { ...run, seconds: 99 })
  noteTestRun(root, "npm test", run)
  noteTestRun(root, "npm run unit", { load: 1.5, seconds: 20, passed: 90, failed: 0, skipped: 0, steps: [] })
  const readings = await measure(tests, root)
  const at = {
    commit: expect.any(String) as string,
    dirty: true,
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    load: 1.5,
  }
  const of = "npm test"
  expect(readings).toEqual([
    { figure: "seconds", of, value: 61, at },
    { figure: "passed", of, value: 101, at },
    { figure: "failed", of, value: 2, at },
    { figure: "skipped", of, value: 3, at },
    { figure: "step", of: "npm test, lint", value: 2.5, at },
    { figure: "step", of: "npm test, vitest", value: 60, at },
    { figure: "step_passed", of: "npm test, vitest", value: 100, at },
    { figure: "seconds", of: "npm run unit", value: 20, at },
    { figure: "passed", of: "npm run unit", value: 90, at },
    { figure: "failed", of: "npm run unit", value: 0, at },
    { figure: "skipped", of: "npm run unit", value: 0, at },
  ])
})

test("the last mutation run of each part is told; a part that was not run again stays", async () => {
  const root = folderOf({})
  const thresholds = { evidence: 90, stall: 90 }
  const file = (part: string, found: number, missed: number) => ({
    part,
    found,
    missed: Array.from({ length: missed }, () => ({})),
    equivalent: 1,
  })
  noteReport(root, ["evidence", "stall"], {
    thresholds,
    files: [file("evidence", 1, 1), file("stall", 3, 1)],
  })
  noteReport(root, ["evidence"], { thresholds, files: [file("evidence", 8, 1), file("evidence", 1, 0)] })
  expect(await measure(mutation, root)).toMatchObject([
    { figure: "score", of: "evidence", value: 90, note: "at least 90 %; 9 found, 2 equivalent" },
    { figure: "missed", of: "evidence", value: 1 },
    { figure: "score", of: "stall", value: 75 },
    { figure: "missed", of: "stall", value: 1 },
  ])
})
