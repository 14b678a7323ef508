import { expect, test } from "vitest"
import { localRows } from "../../engines/local_rows.ts"
import { TOLD, tellStory } from "./engine_story.fixture.ts"
import { turnsOn } from "./story_machine.fixture.ts"

test("a run goes from its plan to its end in this process", async () => {
  const told = await tellStory(async (machine) => {
    const { turns, store } = await turnsOn(machine("one"))
    const rows = localRows({ turns: [turns] })
    const close = async () => {
      await rows.close()
      await store.close()
    }
    return { rows, troubles: null, close }
  })
  expect(told).toEqual(TOLD)
})
