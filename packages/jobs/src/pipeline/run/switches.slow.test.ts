import { scriptedModel } from "@proofloop/runtime/testing"
import { expect, test } from "vitest"
import { mergeOnGithub, onGithub, pushedBranches, type GithubPlace } from "../github_run.fixture.ts"
import { neededFor } from "../inbox.ts"
import type { Switch } from "../run.ts"
import { PLAN } from "../shop.fixture.ts"

const CI = { wait_for: ["ci"] }

/** A pipeline with red CI, and who was asked for what. */
async function withRedCi(): Promise<{ readonly place: GithubPlace; readonly asked: string[] }> {
  const asked: string[] = []
  const answering = (role: string, answer: object) =>
    scriptedModel(() => {
      asked.push(role)
      return { text: JSON.stringify(answer) }
    })
  const models = {
    planner: answering("planner", PLAN),
    reviewer: answering("reviewer", { findings: [] }),
    fixer: answering("fixer", { diagnosis: "nobody knows", edits: [] }),
  }
  const place = await onGithub({ models })
  place.server.ci.workflows.push({ name: "test", job: () => ({ conclusion: "failure", log: "no" }) })
  return { place, asked }
}

const driven = async (switches: readonly Switch[]) => {
  const { place, asked } = await withRedCi()
  await place.begin({ switches })
  const { row: run, steps, wait } = await place.pipeline.drive("run-1", CI)
  return { ...place, asked, run, wait, after: steps.slice(steps.indexOf("publish") + 1) }
}

test("no_self_review: nobody reads the change, and nothing is posted about it", async () => {
  const { asked, after, server } = await driven(["no_self_review", "no_auto_fix_ci"])
  expect(after).toEqual(["read_ci", "read_ci", "await_merge"])
  expect(asked).toEqual(["planner"])
  expect(server.comments.get(41)).toBe(undefined)
})

test("no_deep_review: one reader in place of three", async () => {
  const { asked } = await driven(["no_deep_review", "no_auto_fix_ci"])
  expect(asked).toEqual(["planner", "reviewer"])
  expect((await driven(["no_auto_fix_ci"])).asked).toEqual(["planner", "reviewer", "reviewer", "reviewer"])
})

test("no_ci_watch: CI is not asked for, and the run goes on to its end", async () => {
  const place = await driven(["no_self_review", "no_ci_watch"])
  expect(place.after).toEqual(["await_merge"])
  expect(place.server.requests.filter((line) => line.includes("/commits/"))).toEqual([])
  await mergeOnGithub(place)
  expect((await place.pipeline.drive("run-1")).row.work.ending?.how).toBe("merged")
})

test("no_auto_fix_ci: red CI is told, and left to a person", async () => {
  const { asked, run, wait, events } = await driven(["no_self_review", "no_auto_fix_ci"])
  expect(run.work).toMatchObject({ ci: { state: "red", jobs: [{ name: "test" }] } })
  expect(run.work.ci_fixes).toBe(undefined)
  expect(asked).not.toContain("fixer")
  expect(wait?.for).toBe("merge")
  expect(neededFor(run)).toMatchObject({ why: "red CI", action: "take_over" })
  expect(events.map(({ type }) => type)).toContain("ci.watch.failure")
})

test("a dry run pushes nothing, opens nothing and posts nothing", async () => {
  const { run, server, bare, asked } = await driven(["dry_run"])
  expect(run).toMatchObject({ state: "done", work: { ending: { how: "dry_run" } } })
  expect(asked).toEqual(["planner"])
  expect(server.requests.filter((line) => !line.startsWith("GET "))).toEqual([])
  expect(await pushedBranches({ bare })).toEqual([])
})

test("a forge that fails while CI is watched is pending, not red, and every look is a line of the log", async () => {
  const { place } = await withRedCi()
  const { server, begin, pipeline, events } = place
  const broken = { of: "GET /repos/acme/shop/commits/", status: 502 }
  server.faults.push(broken, broken, broken)
  await begin({ switches: ["no_self_review", "no_auto_fix_ci"] })
  const { row: run } = await pipeline.drive("run-1", CI)
  expect(run.work.ci?.state).toBe("red")
  const looks = events.filter(({ type }) => type.startsWith("ci.watch."))
  expect(looks.map(({ type }) => type)).toEqual(["ci.watch.poll", "ci.watch.poll", "ci.watch.failure"])
  expect(looks[0]?.["why"]).toContain("the forge could not be asked")
  for (const look of looks) {
    expect(look).toMatchObject({ run_id: "run-1", head_sha: run.work.head })
    expect(JSON.parse(JSON.stringify(look))).toEqual(look)
  }
})

test("unchecked: without it a check that cannot run ends the run before a model is asked", async () => {
  const asked: string[] = []
  const planner = scriptedModel(() => {
    asked.push("planner")
    return { text: JSON.stringify(PLAN) }
  })
  const place = await onGithub({ check: "no-such-tool test", models: { planner } })
  const { id } = await place.begin()
  const { row: run } = await place.pipeline.drive(id)
  expect(run).toMatchObject({ state: "failed", attempts: 1, failed_in: "analysing" })
  expect(run.error).toMatch(
    /cannot be checked here: no-such-tool test could not be started: .*; --unchecked goes on with critics alone/,
  )
  expect(asked).toEqual([])

  await place.pipeline.cancel(id, "it cannot be checked")
  const next = await place.begin({ id: "run-2", switches: ["unchecked", "no_self_review", "no_ci_watch"] })
  expect((await place.pipeline.drive(next.id)).row.state).toBe("pr-open")
  expect(place.server.pulls.at(-1)?.body).toMatch(
    /^<!-- [^\n]+ -->\n+\*\*No check ran on this: critics alone judged it: no-such-tool/,
  )
})
