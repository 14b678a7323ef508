import { describe, expect, it } from "vitest"
import { expectInert, isQuick, repairCases } from "./repair_off.fixture.ts"

describe("with repair_aware off every repair knob is inert: state, prompts, events and result stay byte-identical", async () => {
  const cases = await repairCases()

  it("has scripts of both kinds to show it on", () => {
    expect(cases.filter(({ kind }) => kind === "detector").length).toBeGreaterThan(300)
    expect(cases.filter(({ kind }) => kind === "loop").length).toBeGreaterThan(50)
  })

  const some = cases.filter((_, place) => isQuick(place))
  it.each(some.map((played) => [played.id, played] as const))("%s", async (_id, played) => {
    await expectInert(played)
  })
})
