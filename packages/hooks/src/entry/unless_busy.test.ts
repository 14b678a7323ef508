import { expect, it } from "vitest"
import { unlessBusy } from "./unless_busy.ts"

it("ends what keeps the process busy, and gives what does not", async () => {
  const busy = (): void => {
    for (;;) /^(?:a+)+$/.test("a".repeat(40) + "b")
  }
  expect(() => unlessBusy(50, busy)).toThrow("timed out after 50ms")
  expect(await unlessBusy(1000, () => Promise.resolve("said"))).toBe("said")
})
