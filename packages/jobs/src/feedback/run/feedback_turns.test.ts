import { expect, test } from "vitest"
import { localEngine } from "../../drive/job.ts"
import { loopWith } from "../loop.fixture.ts"
import { feedbackTurns } from "./feedback_turns.ts"

const engine = () => localEngine(new AbortController().signal)

test("feedback is moved in turns, and given up where a person may", async () => {
  const { loop, add, store } = await loopWith({}, { prompt_dir: "/nowhere/at/all" })
  const turns = feedbackTurns({ store, loopOf: () => loop })
  await add()
  expect(await turns.turn("fb-1", engine())).toMatchObject({ state: "failed", waits_for: "retry" })
  await turns.cancel("fb-1", "nobody sells this any more")
  await turns.cancel("fb-1", "nobody sells this any more")
  expect(await turns.turn("fb-1", engine())).toMatchObject({ state: "closed", is_over: true })
  await turns.cancel("fb-1", "nobody sells this any more")
  await add({ id: "fb-2" })
  for (const to of ["triaged", "in-fix", "fix-pr-open"] as const)
    await store.change("fb-2", { to, fix_pr_url: "file:///pull", note: {} })
  await expect(turns.cancel("fb-2", "no")).rejects.toMatchObject({
    code: "illegal_transition",
    message: "feedback fb-2 is fix-pr-open: answer its plan, or close its pull request",
  })
})
