import { describe, it } from "vitest"
import { expectInert, isQuick, repairCases } from "./repair_off.fixture.ts"

describe("with repair_aware off every repair knob is inert: state, prompts, events and result stay byte-identical", async () => {
  const cases = await repairCases()
  const others = cases.filter((_, place) => !isQuick(place))

  it.each(others.map((played) => [played.id, played] as const))("%s", async (_id, played) => {
    await expectInert(played)
  })
})
