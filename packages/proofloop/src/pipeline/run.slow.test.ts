import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { localForge } from "@proofloop/jobs"
import { expect, test } from "vitest"
import {
  bench,
  FAST,
  idOf,
  jsonLines,
  paste,
  pipeline,
  plainGit,
  ROLES,
  serveShop,
  suggestedIn,
} from "./pipeline.fixture.ts"

test("a run goes from a checkout to a pull request, waits for its merge, and is done after it", async () => {
  const { root, state } = await bench()
  const { flags } = await serveShop()
  const run = await pipeline(state, "run", root, ...FAST, ...ROLES, ...flags)
  expect(run).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/stands +waits for a person, for \d+s: merge\n/),
  })
  expect(run.stdout).toMatch(/CI +green: 1 required check passed\n/)
  expect(run.stderr).toMatch(/subtask_ended {2}subtask_id T001-S01, status completed/)
  expect(run.stderr.match(/step read_ci/g)).toHaveLength(1)
  expect(await plainGit(root, "status", "--porcelain")).toBe("")
  expect(await plainGit(root, "branch", "--format=%(refname:short)")).toBe("main\n")

  const id = idOf(run)
  // The command it prints goes on from another folder.
  const [resume = ""] = suggestedIn(run.stdout)
  expect(await paste(resume, { more: ["--time-limit", "0"] })).toMatchObject({
    code: 3,
    stdout: expect.stringContaining(id),
  })
  const second = await pipeline(state, "run", root, ...FAST, ...flags)
  expect(second.code).toBe(2)
  expect(second.stderr).toContain(`${id} is pr-open: resume, reset or cancel it`)
  const page = join(state, "page.html")
  const listed = await pipeline(state, "status", "--html", page)
  expect(listed.stdout).toMatch(/run-\w+ {2}pr-open {2}PR_OPEN {2}2\/2 {2}#1 {2}CI green\n/)
  expect(await readFile(page, "utf8")).toContain(`<section id="${id}" class="warn">`)

  const forge = localForge({ repository: join(root, ".proofloop/forge.git") })
  await forge.markReady(1)
  await forge.merge(1)
  // The flags are those of the run.
  const resumed = await pipeline(state, "resume", id, "--time-limit", "0", "--json")
  expect(resumed).toMatchObject({ code: 0, stderr: "" })
  expect(jsonLines(resumed).map(({ type }) => type)).toEqual([
    "pipeline.step_started",
    "pipeline.progress",
    "pipeline.merged",
    "pipeline.step_ended",
    "pipeline.step_started",
    "pipeline.progress",
    "pipeline.verified",
    "pipeline.step_ended",
    "pipeline.result",
  ])
  expect(jsonLines(resumed).at(-1)).toMatchObject({
    run_id: id,
    exit_code: 0,
    run: { state: "done", ending: { how: "merged" }, waits: null },
  })
  const again = await pipeline(state, "resume", id)
  expect(again.code).toBe(2)
  const [anew = ""] = suggestedIn(again.stderr)
  expect(anew).toContain(`pipeline run '${root}' `)
  expect(await paste(anew, { more: ["--dry-run", "--time-limit", "0"] })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("dry run"),
  })
})

test("CI that does not end in time is told, and the run goes on to its merge", async () => {
  const { root, state } = await bench()
  const { flags } = await serveShop()
  const ci = ["--ci", "sleep 600", "--ci-timeout", "2"]
  const run = await pipeline(state, "run", root, ...FAST, ...ROLES, ...flags, ...ci)
  expect(run.code).toBe(3)
  expect(run.stdout).toMatch(/stands +waits for a person, for \d+s: merge\n/)
  expect(run.stdout).toMatch(/CI +timeout: after \d+ seconds without an end: test\n/)
})
