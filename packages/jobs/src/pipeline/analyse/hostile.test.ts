import { expect, test } from "vitest"
import { analyseFiles } from "./analyse.fixture.ts"
import { filesOf } from "./hostile.fixture.ts"

// A quadratic step would take minutes for this.
test("files of nothing but links that never end have a report", async () => {
  expect((await analyseFiles(filesOf("[a]("))).metrics.length).toBeGreaterThan(0)
})

test("a repository of many files has a report", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 25_000 }, (_, at) => [`src/f${at}.ts`, "export const a = 1\n"]),
  )
  const { metrics } = await analyseFiles(files)
  // Not all texts are read, and one that is not may hold tests.
  expect(metrics.find(({ name }) => name === "tests")).toMatchObject({ status: "unable" })
  const tested = { ...files, "zest/price.test.ts": 'it("is", () => expect(1).toBe(1))\n' }
  const later = (await analyseFiles(tested)).metrics.find(({ name }) => name === "tests")
  expect(later).toMatchObject({ summary: expect.stringContaining("1 file with tests") as string })
})
