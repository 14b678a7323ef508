import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { openFeedbackStore } from "@proofloop/jobs/feedback"
import { expect, test } from "vitest"
import { onPostgres } from "../../../jobs/src/store/stores.fixture.ts"
import { call } from "../console/io.fixture.ts"
import { serveUntilStopped } from "../verdicts/serve.fixture.ts"
import { shop } from "../verdicts/shop.fixture.ts"
import { serveRepair } from "./answers.fixture.ts"
import { add, mergeByHand, plainGit, processed, states } from "./feedback.fixture.ts"

test("from feedback to a draft pull request, a merge by hand, and verified", async () => {
  const cwd = await shop()
  await add(cwd)
  const { env } = await serveRepair()
  const { code, stdout, stderr } = await call(
    ["feedback", "process", "--unsafe-host-runner", "--contract", "docs/*.md"],
    {
      cwd,
      env,
    },
  )
  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^ {2}fb-1 {2}pending → fix-pr-open {2}file:.*\/pulls\/1\.md\n$/),
  })
  expect(stderr).toContain("fb-1  feedback.differential  verified true, base fail, fix pass\n")
  expect(stderr).toContain('"verifiers: pass"')
  expect(await plainGit(cwd, "status", "--porcelain")).toBe("")
  expect(await plainGit(cwd, "for-each-ref", "--format=%(refname:short)")).not.toContain("next")

  const forge = join(cwd, ".proofloop/forge.git")
  const body = await readFile(join(forge, "proofloop/pulls/1.md"), "utf8")
  expect(body).toContain("Feedback-Id: fb-1\nRegression-Test: tests/discount.test.mjs")
  const refs = await plainGit(cwd, "--git-dir", forge, "branch", "--format=%(refname:short)")
  expect(refs).toBe("auto/proofloop/fb-1\nmain\nnext\n")
  const shown = await call(["feedback", "show", "fb-1"], { cwd })
  expect(shown.stdout).toMatch(/state +fix-pr-open/)
  expect(shown.stdout).toContain("in-fix → fix-pr-open")
  expect(shown.stdout).toMatch(/review +pass, .*verifiers pass/)
  for (const told of [body, shown.stdout, stderr]) {
    // A table breaks long lines between words.
    expect(told.replaceAll(/\s+/g, " ")).toContain("were judged by one model, reviewer-1")
    expect(told.replaceAll(/\s+/g, " ")).toContain("give the same evidence")
  }

  // Nothing is merged yet.
  expect(await processed(cwd, "verify")).toMatchObject({
    code: 0,
    stderr: "",
    processed: [{ to: "fix-pr-open" }],
  })
  await mergeByHand(cwd)
  expect(await processed(cwd, "verify")).toMatchObject({
    code: 0,
    processed: [{ id: "fb-1", from: "fix-pr-open", to: "closed", error: null }],
  })
  expect(await states(cwd)).toEqual({ "fb-1": "closed" })
  expect((await call(["feedback", "show", "fb-1"], { cwd })).stdout).toContain("fix-pr-open → verified")
  expect(await call(["feedback", "process", "--unsafe-host-runner"], { cwd, env })).toMatchObject({
    code: 0,
    stdout: "Nothing to do.\n",
  })
})

test("a large job waits for a person, who refines and approves it", async () => {
  const cwd = await shop()
  await add(cwd)
  const { env, server } = await serveRepair({ triage: { fix_class: "architectural" } })
  const args = ["feedback", "process", "--unsafe-host-runner", "--no-verifiers"]
  const first = await call(args, { cwd, env })
  expect(first.code).toBe(3)
  expect(first.stdout).toContain("pending → awaiting-approval")
  expect(first.stdout).toContain("fb-1 waits for a person: npx proofloop feedback show fb-1\n")
  const shown = await call(["feedback", "show", "fb-1"], { cwd })
  expect(shown.stdout).toContain("Take the discount off the price.")
  const told = JSON.parse((await call(["feedback", "show", "fb-1", "--json"], { cwd })).stdout) as {
    approvals: { body: string }[]
  }
  for (const line of told.approvals[0]?.body.split("\n") ?? ["?"]) expect(shown.stdout).toContain(line.trim())

  // Without an answer nothing happens, and no model is asked.
  const asked = server.requests.length
  expect(await processed(cwd, "process", ["fb-1"], env)).toMatchObject({
    code: 3,
    processed: [{ steps: ["await_approval"] }],
  })
  expect(server.requests).toHaveLength(asked)
  const refined = await call(["feedback", "approve", "fb-1", "--refine", "Keep the signature"], { cwd })
  expect(refined).toMatchObject({ code: 0, stdout: expect.stringContaining("fb-1: sent back") })
  expect((await call(args, { cwd, env })).code).toBe(3)
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain("Keep the signature")
  expect(await call(["feedback", "approve", "fb-1", "--by", "ada", "--json"], { cwd })).toMatchObject({
    code: 0,
  })
  expect(await call(["feedback", "approve", "fb-1"], { cwd })).toMatchObject({ code: 2, stdout: "" })
  expect(await processed(cwd, "process", ["--no-verifiers"], env)).toMatchObject({
    code: 0,
    processed: [{ from: "awaiting-approval", to: "fix-pr-open" }],
  })
})

test("what is a large job is for whoever calls to say", async () => {
  const cwd = await shop()
  await add(cwd)
  const { env } = await serveRepair()
  for (const [args, said] of [
    [["--large-job-always", "tol"], 'Did you mean "tool"?'],
    [["--large-job-depth", "x"], "--large-job-depth: expected a whole number of at least 0"],
  ] as const) {
    const { code, stderr } = await call(["feedback", "process", ...args], { cwd, env })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(said) })
  }
  const args = ["--no-verifiers", "--large-job-lines", "0"]
  expect(await processed(cwd, "process", args, env)).toMatchObject({
    code: 3,
    processed: [{ to: "awaiting-approval" }],
  })
  const shown = await call(["feedback", "show", "fb-1"], { cwd })
  expect(shown.stdout).toContain("lines, more than 0")
})

test("a request to stop ends it with 130, counts nothing, and leaves the row to the next one", async () => {
  const cwd = await shop()
  await add(cwd)
  const { code, stdout } = await call(["feedback", "process", "--unsafe-host-runner", "--json"], {
    cwd,
    ...(await serveUntilStopped()),
  })
  expect({ code, processed: JSON.parse(stdout) as unknown }).toMatchObject({
    code: 130,
    processed: { processed: [{ from: "pending", to: "pending", error: null }] },
  })
  const { env } = await serveRepair({ triage: { fix_class: "out-of-scope" } })
  expect(await processed(cwd, "process", [], env)).toMatchObject({ code: 0, processed: [{ to: "closed" }] })
})

onPostgres((make) => {
  test("with a store in Postgres the rows go over DBOS, and what another process holds is left to it", async () => {
    const cwd = await shop()
    const place = await make()
    const store = ["--store", place.path]
    await add(cwd, ...store)
    const { env } = await serveRepair()
    const held = await openFeedbackStore(place.path)
    await held.claim(["pending"], { id: "fb-1" })
    const lost = await call(["feedback", "process", "fb-1", "--unsafe-host-runner", ...store], { cwd, env })
    expect(lost).toMatchObject({ code: 3, stderr: expect.stringContaining(`process ${process.pid} on `) })
    await held.release("fb-1")
    await held.close()

    expect(await processed(cwd, "process", store, env)).toMatchObject({
      code: 0,
      processed: [{ from: "pending", to: "fix-pr-open", error: null, pull_request: { number: 1 } }],
    })
    await mergeByHand(cwd)
    expect(await processed(cwd, "verify", store)).toMatchObject({ code: 0, processed: [{ to: "closed" }] })
    const schema = /schema=(\w+)/.exec(place.path)?.[1] ?? ""
    const turns = `SELECT status FROM ${schema}_dbos.workflow_status WHERE name = 'proofloop_turn' ORDER BY created_at`
    expect(await place.rows(turns)).toEqual([{ status: "SUCCESS" }, { status: "SUCCESS" }])
    expect(await place.rows(`SELECT name FROM ${schema}_dbos.queues`)).toEqual([])
  })
})
