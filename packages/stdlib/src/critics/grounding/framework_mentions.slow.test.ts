import { expect, it } from "vitest"
import { frameworkMentions } from "./framework_mentions.ts"

it("reads hostile text in time", () => {
  for (const pump of ["React ", "React, ", "not ", "`", "**", "| ", "- React\n", "[React](", "React\n"]) {
    expect(frameworkMentions(pump.repeat(2000)).length).toBeLessThanOrEqual(2000)
  }
})
