import { expect, test } from "vitest"
import { analyseFiles } from "./analyse.fixture.ts"
import { filesOf, PIECES } from "./hostile.fixture.ts"

test.each(PIECES)("files of nothing but %j have a report", async (piece) => {
  expect((await analyseFiles(filesOf(piece))).metrics.length).toBeGreaterThan(0)
})
