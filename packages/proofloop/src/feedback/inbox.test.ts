import { join } from "node:path"
import { openFeedbackStore } from "@proofloop/jobs/feedback"
import { expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { emptyFolder } from "../verdicts/shop.fixture.ts"
import { add } from "./feedback.fixture.ts"

const feedback = async (cwd: string, ...args: readonly string[]) => call(["feedback", ...args], { cwd })

test("the inbox has what waits for a person, with the command that settles it", async () => {
  const cwd = await emptyFolder()
  expect(await feedback(cwd, "inbox")).toMatchObject({ code: 0, stdout: "Nothing waits for a person.\n" })
  await add(cwd)
  expect(await feedback(cwd, "inbox")).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/fb-1 +new .*\n +npx proofloop feedback process fb-1/) as string,
  })
  const store = await openFeedbackStore(join(cwd, ".proofloop/feedback.db"))
  await store.change("fb-1", { to: "failed", error: "no hunk fits", note: {} })
  await store.openBreaker({
    environment: "model",
    name: "m-1",
    row_id: "fb-1",
    reason: "HTTP 401",
    retry_after_ms: null,
  })
  await store.close()
  const { code, stdout } = await feedback(cwd, "inbox")
  expect(code).toBe(3)
  expect(stdout).toMatch(
    /fb-1 +failed +\S+ \S+ +no hunk fits\n +npx proofloop feedback process fb-1 --retry\n +npx/,
  )
  expect(stdout).toMatch(/- +away +\S+ \S+ +model m-1: HTTP 401/)
  expect(JSON.parse((await feedback(cwd, "inbox", "--json")).stdout)).toMatchObject({
    inbox: [
      { row_id: "fb-1", why: "failed", action: "retry" },
      { row_id: null, why: "away", action: "mend" },
    ],
  })
})

test("list says what is away, and until when", async () => {
  const cwd = await emptyFolder()
  await add(cwd)
  const store = await openFeedbackStore(join(cwd, ".proofloop/feedback.db"))
  const need = { environment: "model", name: "m-1", row_id: "fb-1" } as const
  const { until } = await store.openBreaker({ ...need, reason: "HTTP 401\nwrong", retry_after_ms: null })
  await store.close()
  const { code, stdout, stderr } = await feedback(cwd, "list", "--json")
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `proofloop: model m-1 is unavailable, next try at ${until}: HTTP 401 wrong\n`,
  })
  expect(JSON.parse(stdout)).toMatchObject({ feedback: [{ id: "fb-1" }] })
})

test("show says that a pull request conflicts with its base, and why it could not follow", async () => {
  const cwd = await emptyFolder()
  await add(cwd)
  const store = await openFeedbackStore(join(cwd, ".proofloop/feedback.db"))
  const reason = "somebody has put commits on its branch"
  await store.change("fb-1", { work: { conflict: { base_commit: "a".repeat(40), reason } }, note: {} })
  await store.close()
  const { stdout } = await feedback(cwd, "show", "fb-1")
  expect(stdout).toMatch(/conflict +with its base at a{12}: somebody has put commits on its\s+branch\n/)
})

test("list pages, and says what closed rows came to", async () => {
  const cwd = await emptyFolder()
  await add(cwd)
  const store = await openFeedbackStore(join(cwd, ".proofloop/feedback.db"))
  for (const id of ["fb-2", "fb-3"]) {
    await store.add({ id, body: "It is wrong", severity: "low", from_handle: "ada" })
  }
  await store.change("fb-2", { to: "rejected", work: { rejection: "no" }, note: {} })
  await store.change("fb-2", { to: "closed", note: {} })
  await store.close()
  const listed = await feedback(cwd, "list")
  expect(listed.stdout).toMatch(/fb-2 +closed, rejected/)
  expect(listed.stderr).toBe("")
  const first = await feedback(cwd, "list", "--limit", "2", "--json")
  expect(JSON.parse(first.stdout)).toMatchObject({ feedback: [{ id: "fb-1" }, { id: "fb-2" }] })
  expect(first.stderr).toBe("proofloop: there may be more: --after fb-2\n")
  const rest = await feedback(cwd, "list", "--after", "fb-2", "--json")
  expect(JSON.parse(rest.stdout)).toMatchObject({ feedback: [{ id: "fb-3" }] })
})

test.each([
  [["list", "--after", "fb-9"], "after"],
  [["list", "--limit", "0"], "--limit: expected a whole number of at least 1"],
  [
    ["process", "--where", "401", "--model", "m", "--base-url", "http://127.0.0.1:9/v1"],
    "--where is for --retry-all",
  ],
  [
    ["process", "--model-timeout", "soon", "--model", "m", "--base-url", "http://127.0.0.1:9/v1"],
    "--model-timeout: expected a whole number",
  ],
])("%j is misuse", async (args, message) => {
  const cwd = await emptyFolder()
  await add(cwd)
  const { code, stderr } = await feedback(cwd, ...args)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) as string })
})
