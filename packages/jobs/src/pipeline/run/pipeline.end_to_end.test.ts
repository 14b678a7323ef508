import { git } from "@proofloop/foundation/git"
import { expect, test } from "vitest"
import { gitProcesses } from "../../../../foundation/src/git/git_processes.fixture.ts"
import { pipelineWith } from "../run.fixture.ts"

test("a run goes from what is wrong to a pull request, and with its merge to the end", async () => {
  const place = await pipelineWith()
  const { pipeline, begin, forge, bare } = place
  const started = gitProcesses()
  await begin()
  const opened = await pipeline.drive("run-1", { wait_for: ["ci"] })
  expect(opened.error).toBe(null)
  expect(opened.row).toMatchObject({ state: "pr-open", work: { ci: { state: "green" } } })
  expect(opened.wait?.for).toBe("merge")
  const { title, body, draft, head } = await forge.pulls.get(1)
  expect({ title, draft }).toEqual({ title: "Take discounts off and 1 more", draft: true })
  expect(body).toContain("| Test results | 0.00 fail | 1.00 pass |")
  expect(body).toContain("red, 2 tests, 1 failing before, green, 2 tests with these commits")
  const { stdout } = await git(bare, ["log", "--format=%s%n%(trailers)", `main..${head}`], {
    env: { GIT_DIR: bare },
  })
  expect(stdout).toMatch(
    /^Describe how a discount is asked for\nProofloop-Run: run-1\nProofloop-Subtask: T002-S01\n/,
  )
  await forge.markReady(1)
  const merged = await forge.merge(1)
  const ended = await pipeline.drive("run-1")
  expect(ended.steps).toEqual(["await_merge", "verify"])
  expect(ended.row).toMatchObject({
    state: "done",
    work: { merged_commit: merged, ending: { how: "merged", why: "merged and verified" } },
  })
  expect((await place.store.check()).rows).toBe(1)
  // Users pay for each of them, and a step easily asks what another one has asked.
  expect(started.unlessWithin(120)).toBe("")
})
