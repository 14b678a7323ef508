import { expect, test } from "vitest"
import { GOOD_EDIT, goodTest } from "../loop.fixture.ts"
import { bench, plan } from "./tools.fixture.ts"

test("a change that is a large job, whatever its plan says, is not published by a call", async () => {
  const { call, forge, store } = await bench({ plan_review_loc_threshold: 25 })
  const padding = Array.from({ length: 30 }, (_, line) => `// ${line}`).join("\n")
  const filled = { path: "src/price.mjs", old_string: "export", new_string: `${padding}\nexport` }
  expect(await call("is_plan_large_job", { plan })).toMatchObject({ result: { large: false } })
  expect(await call("apply_self_fix", { plan, edits: [GOOD_EDIT, filled] })).toMatchObject({ ok: true })
  const given = { feedback_id: "fb-1", plan, regression_test_path: goodTest.path }
  const refused = { ok: false, error: expect.stringContaining("a person has to approve it first") }
  expect(await call("publish_self_fix_pr", given)).toMatchObject(refused)
  await store.requestApproval("fb-1", 0, "may I?")
  await store.answer("fb-1", { answer: "refine", reply: "smaller", by: "grace" })
  expect(await call("publish_self_fix_pr", given)).toMatchObject(refused)
  expect(await forge.pulls.find("auto/proofloop/fb-1")).toBeNull()
})
