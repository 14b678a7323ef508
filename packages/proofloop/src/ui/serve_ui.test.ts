import { execFileSync } from "node:child_process"
import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { openFeedbackStore } from "@proofloop/jobs/feedback"
import { openRunStore } from "@proofloop/jobs/pipeline"
import { describe, expect, test } from "vitest"
import type { InboxEntry, RowLine } from "../cockpit/sources/row_line.ts"
import type { RowView } from "../cockpit/sources/row_view.ts"
import { emptyFolder } from "../verdicts/shop.fixture.ts"
import { act, getJson, startUi, TOKEN } from "./ui.fixture.ts"

interface Overview {
  readonly mode: string
  readonly inbox: { readonly entries: readonly InboxEntry[]; readonly in_all: number }
  readonly recent: readonly RowLine[]
}

const overviewOf = async (url: string) => getJson<Overview>(url, "/api/overview")

describe("how it starts", () => {
  test("it listens on this machine alone, read-only, and ends with 130", async () => {
    const cwd = await emptyFolder()
    const ui = await startUi([], { cwd })
    expect(JSON.parse(ui.said.stdout)).toEqual({ url: ui.url, actions: false, loopback: true })
    expect(ui.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
    expect(await overviewOf(ui.url)).toMatchObject({
      mode: "read-only",
      has_agent_pages: true,
      inbox: { in_all: 0 },
    })
    const home = await (await fetch(ui.url)).text()
    expect(home).toContain("Nothing is recorded yet.")
    expect(home).toContain("No run was read.")
    const page = await fetch(`${ui.url}hooks`)
    expect(await page.text()).toContain("What hooks said to agents")
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    expect(await ui.stop()).toBe(130)
    expect(ui.said.stderr).toBe("")
  })

  test("the token comes from a file that is made for its owner alone, and is never told as JSON", async () => {
    const cwd = await emptyFolder()
    const ui = await startUi(["--token", "inner/token"], { cwd })
    const file = join(cwd, "inner/token")
    const token = (await readFile(file, "utf8")).trim()
    expect(token).toMatch(/^[\w-]{32}$/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(ui.said.stdout + ui.said.stderr).not.toContain(token)
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(new URL("/api/overview", ui.url), { headers })
    expect(await answer.json()).toMatchObject({ mode: "actions" })
    expect(await overviewOf(ui.url)).toMatchObject({ mode: "token" })
    await ui.stop()
    await chmod(file, 0o644)
    await expect(startUi(["--token", "inner/token"], { cwd })).rejects.toThrow("other users can read it")
  })

  test.runIf(process.platform !== "win32")(
    "a pipe is no file for a token, and nobody waits for its writer",
    async () => {
      const cwd = await emptyFolder()
      execFileSync("sh", ["-c", 'mkfifo -m 600 "$1"', "sh", join(cwd, "token")])
      await expect(startUi(["--token", "token"], { cwd })).rejects.toThrow("expected a small file")
    },
  )

  test("a refused store leaves none of the others open", async () => {
    const cwd = await emptyFolder()
    for (const name of ["runs.db", "other.db"]) await writeFile(join(cwd, name), "")
    await writeFile(join(cwd, "prose.db"), "once upon a time\n".repeat(300))
    const given = ["--store", "runs.db", "--feedback", "other.db", "--feedback", "prose.db"]
    await expect(startUi(given, { cwd })).rejects.toThrow("is not a database")
    // What a closed store has written lies in its file, and not in the log beside it.
    for (const name of ["runs.db-wal", "other.db-wal"])
      expect((await stat(join(cwd, name)).catch(() => ({ size: 0 }))).size).toBe(0)
  })

  test("passwords in the URLs of stores are not on the page", async () => {
    const cwd = await emptyFolder()
    const places = ["pass:hunter2", "ann:x"].map(
      (user) => `postgres://${user}@127.0.0.1:1/x?password=hunter3`,
    )
    const ui = await startUi(["--store", places[0] ?? "", ...places.flatMap((one) => ["--feedback", one])], {
      cwd,
    })
    const page = await (await fetch(`${ui.url}work`)).text()
    expect(page).toContain("postgres://ann@127.0.0.1:1/x")
    expect(page).not.toContain("hunter")
  })

  test("a secret of a recorded run is not on the home, nor in what its page embeds", async () => {
    const cwd = await emptyFolder()
    const token = `ghp_${"a1B2c3".repeat(6)}`
    const call = { name: "bash", arguments: JSON.stringify({ command: `GH=${token} npm test` }) }
    const messages = [
      { role: "user", content: `Mend it, with ${token}` },
      {
        role: "assistant",
        content: `Uses ${token}`,
        tool_calls: [{ id: "c1", type: "function", function: call }],
      },
      { role: "tool", tool_call_id: "c1", content: `refused ${token}\nexit code: 1` },
    ]
    await mkdir(join(cwd, "state/journals"), { recursive: true })
    await writeFile(join(cwd, "state/journals/run.jsonl"), `${JSON.stringify({ messages })}\n`)
    const ui = await startUi(["--state", "state"], { cwd })
    const home = await (await fetch(ui.url)).text()
    expect(home).toContain("npm test")
    expect(home).not.toContain(token)
    await ui.stop()
  })

  test("--read-only allows nothing, whatever token there is", async () => {
    const ui = await startUi(["--read-only"], {
      cwd: await emptyFolder(),
      env: { PROOFLOOP_UI_TOKEN: TOKEN },
    })
    expect(await act(ui.url, "pipeline/run-1", { action: "approve", seen: "" })).toMatchObject({
      status: 403,
    })
  })

  test("another address needs a token, and is told loudly", async () => {
    const cwd = await emptyFolder()
    await expect(startUi(["--host", "0.0.0.0"], { cwd })).rejects.toThrow(
      /ended with 2: .*reading needs a token/,
    )
    const ui = await startUi(["--host", "0.0.0.0"], { cwd, env: { PROOFLOOP_UI_TOKEN: TOKEN } })
    expect(ui.said.stderr).toContain("WARNING: 0.0.0.0 is reached from other machines")
    expect((await fetch(new URL("/api/overview", ui.url.replace("0.0.0.0", "127.0.0.1")))).status).toBe(401)
  })

  test.each([
    [["--port", "70000"], "--port: expected a whole number from 0 to 65535"],
    [["--host", "no.such.host.invalid"], "reading needs a token"],
    [["--feedback", "no-such-file.db"], "--feedback: there is no file"],
    [["--feedback", "."], ".proofloop/feedback.db"],
    [["--token", ""], "--token needs a file"],
    [["--tokn", "x"], 'Did you mean "--token"?'],
  ])("ui %j is misuse", async (args, said) => {
    await expect(startUi(args, { cwd: await emptyFolder() })).rejects.toThrow(said)
  })

  test("a token that is too short is refused, and not repeated", async () => {
    const cwd = await emptyFolder()
    const starting = startUi([], { cwd, env: { PROOFLOOP_UI_TOKEN: "hunter2" } })
    const said = await starting.then(() => "", String)
    expect(said).toContain("--token: expected 16 to 1024 visible ASCII characters")
    expect(said).not.toContain("hunter2")
  })
})

test("a store that is made later is seen, without a restart", async () => {
  const cwd = await emptyFolder()
  await mkdir(join(cwd, "state"))
  const ui = await startUi(["--state", "state"], { cwd })
  expect((await overviewOf(ui.url)).recent).toEqual([])
  const store = await openRunStore(join(cwd, "state/runs.db"))
  await store.add({ id: "run-1", url: "https://github.com/acme/shop" })
  for (;;) {
    const { recent } = await overviewOf(ui.url)
    if (recent.length === 0) continue
    expect(recent).toMatchObject([{ id: "run-1", title: "https://github.com/acme/shop", state: "queued" }])
    break
  }
  await store.close()
})

test("a plan of feedback is approved, and an answer to a plan that has changed is refused", async () => {
  const cwd = await emptyFolder()
  const file = join(cwd, "feedback.db")
  const store = await openFeedbackStore(file)
  const plan = {
    feedback_id: "fb-1",
    fix_class: "policy",
    root_cause: "the discount is added",
    proposed_change: "subtract it",
    regression_test_sketch: "",
    files: [{ path: "a.ts", loc_estimate: 300, operation: "edit" }],
    alternatives_considered: [],
    risks: [],
    success_criterion: "90",
    cost_estimate: { tokens: 1, usd: null, wall_clock_minutes: 1 },
    refinement_round: 0,
    created_at: "2026-01-02T03:04:05.000Z",
    total_loc_estimate: 300,
  } as const
  const triage = {
    fix_class: "policy",
    proposed_class: "policy",
    root_cause_hypothesis: "added",
    candidate_files: [],
    prior_pattern_hit: null,
    confidence: 90,
    escalated_low_confidence: false,
  } as const
  await store.add({ id: "fb-1", body: "<b>discount</b> gives 110", severity: "high", from_handle: "ann" })
  await store.change("fb-1", {
    to: "triaged",
    fix_class: "policy",
    root_cause: "added",
    work: { triage },
    note: {},
  })
  await store.change("fb-1", { work: { hits: [] }, note: {} })
  await store.change("fb-1", { to: "awaiting-approval", work: { plan }, note: {} })
  await store.requestApproval("fb-1", 0, "The plan: subtract it")
  const ui = await startUi(["--feedback", file], { cwd, env: { PROOFLOOP_UI_TOKEN: TOKEN } })
  const [entry] = (await overviewOf(ui.url)).inbox.entries
  expect(entry).toMatchObject({
    source: "feedback",
    row_id: "fb-1",
    why: "approval",
    title: "<b>discount</b> gives 110",
    action: {
      name: "approve",
      how: "answer",
      command: expect.stringContaining("npx proofloop feedback approve fb-1"),
    },
  })
  const view = await getJson<RowView>(ui.url, "/api/rows/feedback/fb-1")
  expect(view).toMatchObject({ request: "The plan: subtract it", line: { tone: "warn" } })
  expect(view.actions.map(({ name }) => name)).toEqual(["approve", "refine", "reject"])
  expect(await act(ui.url, "feedback/fb-1", { action: "approve", seen: "another plan" })).toMatchObject({
    status: 409,
    answer: { error: "fb-1 has changed since you looked: look again" },
  })
  expect(
    await act(ui.url, "feedback/fb-1", { action: "reject", seen: entry?.action.seen, words: " " }),
  ).toMatchObject({
    status: 409,
    answer: { error: "it needs words: Why" },
  })
  const done = await act(ui.url, "feedback/fb-1", { action: "approve", seen: entry?.action.seen })
  expect(done.answer.done).toContain("fb-1: approved; go on with: npx proofloop feedback process fb-1")
  expect((await store.approvals("fb-1"))[0]).toMatchObject({ answer: "approved" })
  for (;;) {
    const [after] = (await overviewOf(ui.url)).inbox.entries
    if (after?.why === "approval") continue
    expect(after).toMatchObject({ why: "answered", action: { name: "process", how: "start" } })
    break
  }
  await store.close()
})

test("a file that is no store is named, and the rest is shown", async () => {
  const cwd = await emptyFolder()
  await mkdir(join(cwd, ".proofloop"))
  await writeFile(
    join(cwd, ".proofloop/feedback.db"),
    "this is no database, however long it is said to be one",
  )
  const ui = await startUi([], { cwd })
  const { problems } = await getJson<{ problems: readonly string[] }>(ui.url, "/api/overview")
  expect(problems).toEqual([expect.stringContaining("Feedback cannot be read")])
  expect(problems[0]).toContain("is not a database")
  expect(ui.said.stderr).toContain("ui: ")
})
