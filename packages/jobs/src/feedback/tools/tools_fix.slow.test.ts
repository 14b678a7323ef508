import { requireGit } from "@proofloop/foundation/git"
import type { JsonObject } from "@proofloop/foundation/text"
import { describe, expect, test } from "vitest"
import { GOOD_EDIT, goodTest, testWith } from "../loop.fixture.ts"
import { bench, plan, type ToolsBench } from "./tools.fixture.ts"

async function fixed({ call }: ToolsBench) {
  const applied = await call("apply_self_fix", { plan, edits: [GOOD_EDIT] })
  return applied.result as { readonly commit: string; readonly branch: string }
}

describe("those that make a fix", () => {
  test("from edits to a pull request that the row knows", async () => {
    const made = await bench()
    const { call, forge, store, root } = made
    const { commit, branch } = await fixed(made)
    expect(branch).toBe("auto/proofloop/fb-1")
    const written = await call("write_self_fix_regression_test", { plan, fix_commit: commit })
    expect(written).toMatchObject({ ok: true, result: { branch, path: goodTest.path } })
    const ran = await call("verify_differential", { test_path: goodTest.path, fix_branch: branch })
    expect(ran).toMatchObject({ ok: true, result: { verified: true } })
    // A person has approved it.
    await store.requestApproval("fb-1", 0, "may I?")
    await store.answer("fb-1", { answer: "approved", by: "grace" })
    const large = { ...plan, fix_class: "architectural" }
    const given = { feedback_id: "fb-1", plan: large, regression_test_path: goodTest.path }
    const published = await call("publish_self_fix_pr", given)
    expect(published).toMatchObject({ ok: true, result: { number: 1, branch, draft: true } })
    const { url } = await forge.pulls.get(1)
    const { length } = await store.notes("fb-1")
    const recorded = await call("record_self_fix_pr", { pr_url: url, feedback_id: "fb-1" })
    expect(recorded).toMatchObject({ ok: true, result: { feedback_id: "fb-1", pr_url: url } })
    expect(await store.get("fb-1")).toMatchObject({ state: "pending", fix_pr_url: url })
    expect(await store.notes("fb-1")).toHaveLength(length + 1)
    await made.add({ id: "fb-2" })
    expect(await call("record_self_fix_pr", { pr_url: url, feedback_id: "fb-2" })).toMatchObject({
      ok: false,
      error: expect.stringContaining("which is not the fix of fb-2"),
    })
    expect(await requireGit(root, ["status", "--porcelain"])).toBe("")
  })

  test("refuse what the loop refuses", async () => {
    const review = () => Promise.resolve({ overall: "block", passes: [], confidence: null } as const)
    const made = await bench({ review })
    const { call, forge } = made
    const nothing = { ...GOOD_EDIT, old_string: "not there" }
    expect(await call("apply_self_fix", { plan, edits: [nothing] })).toMatchObject({ ok: false })
    expect(await call("apply_self_fix", { plan, edits: [] })).toMatchObject({ ok: false })
    const { commit, branch } = await fixed(made)
    const test_of = (test: JsonObject) =>
      call("write_self_fix_regression_test", { plan, fix_commit: commit, test })
    expect(await test_of(testWith("discount(100, 10)"))).toMatchObject({ ok: false })
    await test_of(testWith("assert.ok(discount(100, 10))"))
    const weak = await call("verify_differential", { test_path: goodTest.path, fix_branch: branch })
    expect(weak).toMatchObject({ ok: false, error: expect.stringContaining("does not exercise the bug") })
    const given = { feedback_id: "fb-1", plan, regression_test_path: goodTest.path }
    expect(await call("publish_self_fix_pr", given)).toMatchObject({ ok: false })
    await test_of(goodTest)
    expect(await call("publish_self_fix_pr", given)).toMatchObject({
      ok: false,
      error: expect.stringContaining("review blocks"),
    })
    const large = { ...plan, fix_class: "architectural" }
    expect(await call("publish_self_fix_pr", { ...given, plan: large })).toMatchObject({
      ok: false,
      error: expect.stringContaining("a person has to approve it first"),
    })
    expect(await forge.pulls.find(branch)).toBeNull()
  })
})
