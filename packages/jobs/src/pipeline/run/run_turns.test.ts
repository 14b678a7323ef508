import { expect, test } from "vitest"
import { localEngine } from "../../drive/job.ts"
import { pipelineWith } from "../run.fixture.ts"
import { runTurns } from "./run_turns.ts"

test("a run that is given up twice is over, and a turn of it says so", async () => {
  const { store, pipeline, begin, bare } = await pipelineWith()
  const asked: string[] = []
  const turns = runTurns({
    store,
    pipelineOf: ({ url }) => {
      asked.push(url)
      return pipeline
    },
  })
  await begin()
  await turns.cancel("run-1", "nobody needs it")
  await turns.cancel("run-1", "nobody needs it")
  expect(await turns.turn("run-1", localEngine(new AbortController().signal))).toEqual({
    row_id: "run-1",
    state: "cancelled",
    is_over: true,
    waits_for: null,
    look_at: null,
  })
  expect(asked).toEqual([bare, bare])
  await expect(turns.cancel("run-2", "it never was")).rejects.toMatchObject({ code: "not_found" })
})
