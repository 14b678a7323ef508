import { afterEach, expect, it, vi } from "vitest"
import { cpuTimeSpent } from "./cpu_time.ts"

afterEach(() => {
  vi.restoreAllMocks()
})

it("waits for CPU time, however long the machine takes to give it", async () => {
  let given = 0
  const asked = vi.spyOn(process, "cpuUsage").mockImplementation(() => ({ user: 1000 * given++, system: 0 }))
  await cpuTimeSpent(5, new AbortController().signal)
  expect(asked).toHaveBeenCalledTimes(6)
})

it("ends when nobody waits any more", async () => {
  await expect(cpuTimeSpent(60_000, AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" })
})
