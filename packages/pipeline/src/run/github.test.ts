import { expect, test } from "vitest"
import { mergeOnGithub, onGithub } from "../github_run.fixture.ts"

const CI = { wait_for: ["ci"] }

test("a run on GitHub goes to a draft with green checks, and with its merge to the end", async () => {
  const place = await onGithub()
  const { pipeline, server, begin, events } = place
  server.ci.required = ["test"]
  server.ci.workflows.push({ name: "test", job: () => ({ conclusion: "success", log: "" }) })
  await begin()
  const opened = await pipeline.drive("run-1", CI)
  expect(opened.error).toBe(null)
  expect(opened.run).toMatchObject({ state: "pr-open", work: { ci: { state: "green" } } })
  expect(server.pulls).toMatchObject([{ draft: true, title: "Take discounts off and 1 more" }])
  expect(events.flatMap(({ type }) => (type.startsWith("ci.watch.") ? [type] : []))).toEqual([
    "ci.watch.poll",
    "ci.watch.success",
  ])
  const merged = await mergeOnGithub(place)
  const ended = await pipeline.drive("run-1")
  expect(ended.run).toMatchObject({ state: "done", work: { merged_commit: merged } })
  expect(server.requests.filter((line) => line.startsWith("POST"))).toEqual([
    "POST /repos/acme/shop/pulls",
    "POST /repos/acme/shop/issues/41/comments",
  ])
})

test("a pull request that is gone ends the run in words, and fails nothing", async () => {
  const { pipeline, server, begin, skip } = await onGithub()
  await begin({ switches: ["no_ci_watch"] })
  expect((await pipeline.drive("run-1")).run.state).toBe("pr-open")
  server.pulls.length = 0
  skip(10 * 60_000)
  const { run, error } = await pipeline.drive("run-1")
  expect(error).toBe(null)
  expect(run).toMatchObject({ state: "done", attempts: 0, work: { ending: { how: "gone" } } })
  expect(run.work.ending?.why).toContain("pull request 41 is gone")
})
