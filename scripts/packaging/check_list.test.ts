import { expect, test, vi } from "vitest"
import { runChecks } from "./check_list.ts"

test("what reports or throws has failed, and is printed; the rest has passed", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined)
  const counts = await runChecks([
    { name: "good", run: () => [] },
    { name: "bad", run: async () => ["too large", "too slow"] },
    { name: "broken", run: () => Promise.reject(new Error("no such file")) },
  ])
  const printed = log.mock.calls.flat().join("\n")
  log.mockRestore()
  expect(counts).toEqual({ passed: 1, failed: 2 })
  expect(printed).toContain("FAIL bad\n    too large\n    too slow")
  expect(printed).toContain("FAIL broken\n    Error: no such file")
  expect(printed).not.toContain("good")
})
