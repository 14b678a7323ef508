import { expect, test } from "vitest"
import { mergeOnGithub, onGithub } from "../github_run.fixture.ts"
import { pipelineInbox } from "../inbox.ts"

const CI = { wait_for: ["ci"] }

test("a run on GitHub goes to a draft with green checks, and with its merge to the end", async () => {
  const place = await onGithub()
  const { pipeline, server, begin, events } = place
  server.ci.required = ["test"]
  server.ci.workflows.push({ name: "test", job: () => ({ conclusion: "success", log: "" }) })
  await begin()
  const opened = await pipeline.drive("run-1", CI)
  expect(opened.error).toBe(null)
  expect(opened.row).toMatchObject({ state: "pr-open", work: { ci: { state: "green" } } })
  expect(server.pulls).toMatchObject([{ draft: true, title: "Take discounts off and 1 more" }])
  expect(events.flatMap(({ type }) => (type.startsWith("ci.watch.") ? [type] : []))).toEqual([
    "ci.watch.poll",
    "ci.watch.success",
  ])
  const merged = await mergeOnGithub(place)
  const ended = await pipeline.drive("run-1")
  expect(ended.row).toMatchObject({ state: "done", work: { merged_commit: merged } })
  expect(server.requests.filter((line) => line.startsWith("POST"))).toEqual([
    "POST /repos/acme/shop/pulls",
    "POST /repos/acme/shop/issues/41/comments",
  ])
})

test("a pull request that the forge does not show is a person's matter, told once, until it is shown again", async () => {
  const { pipeline, server, begin, skip, events, store } = await onGithub()
  await begin({ switches: ["no_ci_watch"] })
  expect((await pipeline.drive("run-1")).row.state).toBe("pr-open")
  const pulls = server.pulls.splice(0)
  for (let looks = 0; looks < 2; looks += 1) {
    skip(10 * 60_000)
    const { row: run, error, wait } = await pipeline.drive("run-1")
    expect({ error, waits_for: wait?.for }).toEqual({ error: null, waits_for: "merge" })
    expect(run).toMatchObject({ state: "pr-open", attempts: 0 })
    expect(run.work.gone?.why).toContain("the forge shows no pull request 41")
  }
  expect(events.filter(({ type }) => type === "pipeline.handed_over")).toHaveLength(1)
  expect(await pipelineInbox(store)).toMatchObject([{ row_id: "run-1", why: "gone", action: "look_up" }])
  server.pulls.push(...pulls)
  const shown = await pipeline.drive("run-1")
  expect(shown).toMatchObject({ steps: ["look_up", "await_merge"], wait: { for: "merge" } })
  expect(shown.row.work.gone).toBe(undefined)
})
