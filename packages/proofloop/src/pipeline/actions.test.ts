import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { hostname, userInfo } from "node:os"
import { join } from "node:path"
import { openRunStore, type RunStore } from "@proofloop/jobs/pipeline"
import { expect, test } from "vitest"
import { tamper } from "../../../jobs/src/store/store_files.fixture.ts"
import { call } from "../console/io.fixture.ts"
import { emptyFolder, shop } from "../verdicts/shop.fixture.ts"
import { keepAsked } from "./asked.ts"
import { paste, pipeline, suggestedIn } from "./pipeline.fixture.ts"

const URL = "https://github.com/acme/shop"
const MODEL = ["--model", "m", "--base-url", "http://127.0.0.1:9/v1", "--unsafe-host-runner"]

/** A state folder with one run after `change`. */
async function withRun(
  change: (store: RunStore) => Promise<unknown> = async () => undefined,
): Promise<string> {
  const state = await emptyFolder()
  const store = await openRunStore(join(state, "runs.db"))
  await store.add({ id: "run-1", url: URL })
  await change(store)
  await store.close()
  return state
}

async function toApproval(store: RunStore): Promise<void> {
  await store.change("run-1", { to: "analysing", note: {} })
  await store.change("run-1", { to: "planning", note: {} })
  await store.change("run-1", { to: "awaiting-approval", note: {} })
  await store.requestApproval("run-1", 0, "### Mend the discount")
  await store.wait("run-1", { for: "approval", look_at: null, deadline: null })
}

test("an empty folder has no run, and stays empty", async () => {
  const state = await emptyFolder()
  expect(await pipeline(state, "status")).toEqual({ code: 0, stdout: "There is no run.\n", stderr: "" })
  expect(JSON.parse((await pipeline(state, "status", "--json")).stdout)).toEqual({
    runs: [],
    states: {},
    breakers: [],
    stop_file: null,
  })
  expect(await pipeline(state, "reset", await shop())).toMatchObject({ code: 0, stdout: "No run is open.\n" })
  for (const action of [
    ["status", "run-1"],
    ["resume", "run-1"],
    ["approve", "run-1"],
  ]) {
    const { code, stderr } = await pipeline(state, ...action)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `proofloop: there is no run "run-1": ${state} has none\n`,
    })
  }
  expect(await readdir(state)).toEqual([])
})

test("a store that was emptied, or has another file in its place, says so and is left as it is", async () => {
  const state = await withRun()
  await keepAsked({ state_dir: state, id: "run-1", cwd: state }, {})
  const path = join(state, "runs.db")
  await writeFile(path, "")
  for (const args of [
    ["status"],
    ["status", "run-1"],
    ["resume", "run-1"],
    ["run", await shop(), ...MODEL],
  ]) {
    const { code, stdout, stderr } = await pipeline(state, ...args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toContain(`proofloop: ${path}: the file is empty, and ${state} knows of runs that it had`)
  }
  expect((await stat(path)).size).toBe(0)
  await rm(path)
  await (await openRunStore(path)).close()
  const other = await pipeline(state, "resume", "run-1", "--json")
  expect(other.code).toBe(1)
  expect(JSON.parse(other.stdout)).toMatchObject({
    error: {
      code: "corrupt",
      message: expect.stringContaining("has no row of run-1, which began here") as string,
    },
  })
  expect(await pipeline(state, "resume", "run-2")).toMatchObject({
    code: 2,
    stderr: 'proofloop: there is no run "run-2"\n',
  })
})

test.each([
  [["run"], "pipeline run needs REPO"],
  [["run", "/nowhere", ...MODEL], "REPO: there is no folder /nowhere"],
  [
    ["run", "https://example.com/acme/shop", ...MODEL],
    "REPO: expected a folder or https://github.com/OWNER/NAME",
  ],
  [["run", "SHOP"], "no model is configured"],
  [["run", "SHOP", ...MODEL, "--reset", "--resume"], "--reset and --resume exclude each other"],
  [["run", "SHOP", ...MODEL, "--prices", "1"], '--prices: expected IN,OUT such as 0.25,2, got "1"'],
  [["run", "SHOP", ...MODEL, "--max-usd", "2"], "--max-usd needs --prices IN,OUT"],
  [
    ["run", "SHOP", ...MODEL, "--prices", "1,2", "--max-usd", "much"],
    '--max-usd: expected an amount such as 2.50, got "much"',
  ],
  [["run", "SHOP", ...MODEL, "--max-memory", "999999999"], "--max-memory: expected"],
  [["resume", "run-1", "--time-limit", "soon"], "--time-limit: expected a whole number of at least 0"],
  [
    ["run", "SHOP", ...MODEL, "--sign-off", "Ann"],
    '--sign-off: expected a name and an address such as "Ann <ann@example.org>", got "Ann"',
  ],
  [["run", "SHOP", ...MODEL, "--github-app", "1"], "--github-app is for a repository on GitHub"],
  [["run", `${URL}.git`, ...MODEL, "--ci", "true"], "--ci is for a repository on this machine"],
  [["run", URL, ...MODEL], "the environment variable GITHUB_TOKEN has no token"],
  [["run", "SHOP", ...MODEL, "--no-ci-wach"], 'Did you mean "--no-ci-watch"?'],
  [["rn"], 'Did you mean "pipeline run"?'],
  [["cancel", "run-1"], "pipeline cancel needs --reason TEXT"],
  [["reject", "run-1"], "pipeline reject needs --reason TEXT"],
])("pipeline %j is misuse", async (args, message) => {
  const state = await emptyFolder()
  const root = args.includes("SHOP") ? await shop() : ""
  const words = args.map((word) => (word === "SHOP" ? root : word))
  const { code, stdout, stderr } = await pipeline(state, ...words)
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining(message) })
})

test("the status has a run in words, whole, and as a page", async () => {
  const state = await withRun(toApproval)
  await writeFile(join(state, "stop"), "")
  const { stdout } = await pipeline(state, "status")
  expect(stdout).toMatch(
    /^ {2}run-1 {2}awaiting-approval {2}PLANNING\n {4}https:\/\/github\.com\/acme\/shop\n {4}waits for a person, for \d+s: approval\n/,
  )
  expect(stdout).toContain(`All runs stand still: remove ${join(state, "stop")} to let them go on.\n`)
  const page = join(state, "page.html")
  const one = await pipeline(state, "status", "run-1", "--html", page)
  expect(one).toMatchObject({ code: 0, stderr: `proofloop: wrote ${page}\n` })
  expect(one.stdout).toContain("planning → awaiting-approval")
  expect(one.stdout).toContain("### Mend the discount\n")
  expect(await readFile(page, "utf8")).toContain("npx proofloop pipeline approve run-1")
  expect((await pipeline(state, "status", "run-2")).stderr).toContain('Did you mean "run-1"?')
})

test("the status shows open runs and the newest ended ones, and counts the others without reading them", async () => {
  const state = await withRun()
  const path = join(state, "runs.db")
  const store = await openRunStore(path)
  for (let at = 0; at < 22; at += 1) {
    await store.add({ id: `old-${at}`, url: `https://forge.test/${at % 2}` })
    if (at < 21) await store.change(`old-${at}`, { to: "cancelled", note: {} })
    else {
      await store.change(`old-${at}`, { to: "analysing", note: {} })
      const ending = { how: "dry_run", why: "as asked" } as const
      await store.change(`old-${at}`, { to: "done", work: { ending }, note: {} })
    }
  }
  await store.close()
  const idsOf = async (...more: readonly string[]) => {
    const { stdout } = await pipeline(state, "status", "--json", ...more)
    const { runs, states } = JSON.parse(stdout) as { runs: { id: string }[]; states: object }
    expect(states).toEqual({ queued: 1, done: 1, cancelled: 21 })
    return runs.map(({ id }) => id)
  }
  const newest = Array.from({ length: 20 }, (_, at) => `old-${at + 2}`)
  expect(await idsOf("--all")).toEqual(["run-1", "old-0", "old-1", ...newest])
  tamper(path, "UPDATE jobs SET work = '[]' WHERE id = 'old-0'")
  expect((await idsOf()).toSorted()).toEqual(["run-1", ...newest].toSorted())
  expect((await pipeline(state, "status")).stdout).toContain(
    "23 in all, 1 open, 0 waiting for a person, 0 until something is back\nNot shown: 2 older ended runs; --all shows them\n",
  )
  const fleet = await call(["fleet", "status", "--json", "--state", state])
  expect(JSON.parse(fleet.stdout)).toMatchObject({
    states: { queued: 1, done: 1, cancelled: 21 },
    repositories: 3,
  })
})

test("a plan is approved, sent back or turned down from the command line", async () => {
  const state = await withRun(toApproval)
  expect(await pipeline(state, "approve", "run-1", "--refine", " ")).toMatchObject({ code: 2 })
  expect(await pipeline(state, "approve", "run-1", "--by", "ada")).toMatchObject({
    code: 0,
    stdout: `run-1: approved; go on with: npx proofloop pipeline resume run-1 --state '${state}'\n`,
  })
  expect((await pipeline(state, "status")).stdout).toContain("waits for nobody")
  const by = { kind: "account", name: `${userInfo().username}@${hostname()}` }
  const [entry] = (await readFile(join(state, "audit.jsonl"), "utf8")).split("\n")
  expect(JSON.parse(entry ?? "")).toMatchObject({
    by,
    did: "approved",
    about: { run_id: "run-1", as: "ada" },
  })
  expect((await pipeline(state, "reject", "run-1", "--reason", "no")).code).toBe(2)
  const other = await withRun()
  expect((await pipeline(other, "approve", "run-1")).stderr).toContain(
    "run-1 is queued: no plan waits for an answer",
  )
})

test("each command that is told finds its run from another folder, as a shell takes it", async () => {
  const told = await withRun(toApproval)
  const page = join(told, "page.html")
  const { stdout: text } = await pipeline(told, "status", "run-1", "--html", page)
  const { stdout: json } = await pipeline(told, "status", "run-1", "--json")
  const commands = [`approve run-1`, `reject run-1 --reason TEXT`].map(
    (words) => `npx proofloop pipeline ${words} --state '${told}'`,
  )
  expect(suggestedIn(text)).toEqual(commands)
  expect(suggestedIn(await readFile(page, "utf8"))).toEqual(commands)
  expect((JSON.parse(json) as { run: { waits: object } }).run.waits).toMatchObject({ commands })
  for (const verb of ["approve", "reject"]) {
    const state = await withRun(toApproval)
    const { stdout } = await pipeline(state, "status", "run-1")
    const [next = ""] = suggestedIn(stdout).filter((command) => command.includes(` ${verb} `))
    const answered = await paste(next)
    expect(answered).toMatchObject({ code: 0, stdout: expect.stringContaining(`resume run-1 --state`) })
    const [resume = ""] = suggestedIn(answered.stdout)
    // It found the run, and needs a flag that was not given.
    expect((await paste(resume)).stderr).toContain("no model is configured")
  }
})

test("a run is given up by its id or its repository, once", async () => {
  for (const what of ["run-1", `${URL}/`]) {
    const state = await withRun()
    expect(await pipeline(state, "reset", what)).toMatchObject({ code: 0, stdout: "run-1 is cancelled\n" })
    expect((await pipeline(state, "cancel", "run-1", "--reason", "again")).stderr).toContain(
      "run-1 is cancelled already",
    )
    const resumed = await pipeline(state, "resume", "run-1")
    expect(resumed.stderr).toContain(
      `there is nothing to resume. Begin anew: npx proofloop pipeline run ${URL} --state '${state}'\n`,
    )
  }
})

test("what a run has published stays, and is named", async () => {
  const pull_request = {
    number: 7,
    url: `${URL}/pull/7`,
    identity: { number: 7, repository: "42", head: "auto/proofloop/plan-1", commit: "0".repeat(40) },
  }
  const state = await withRun(async (store) => {
    for (const to of ["analysing", "planning", "working"] as const)
      await store.change("run-1", { to, note: {} })
    const work = {
      head: "0".repeat(40),
      branch: "auto/proofloop/plan-1",
      pull_request: pull_request as never,
    }
    await store.change("run-1", { to: "publishing", work, note: {} })
    await store.change("run-1", { to: "pr-open", note: {} })
  })
  const { stdout } = await pipeline(state, "cancel", "run-1", "--reason", "by hand", "--json")
  expect(JSON.parse(stdout)).toEqual({
    runs: [
      { id: "run-1", state: "cancelled", branch: "auto/proofloop/plan-1", pull_request: `${URL}/pull/7` },
    ],
  })
})
