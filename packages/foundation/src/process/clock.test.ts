import { describe, expect, test } from "vitest"
import { systemClock } from "./clock.ts"

describe("systemClock", () => {
  test("now is the time of day in whole milliseconds", () => {
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(60_000)
    expect(Number.isInteger(systemClock.now())).toBe(true)
  })

  test("sleep waits as long as asked", async () => {
    const started = performance.now()
    const before = systemClock.now()
    await systemClock.sleep(30)
    expect(systemClock.now() - before).toBeGreaterThanOrEqual(28)
    expect(performance.now() - started).toBeGreaterThanOrEqual(29)
  })

  test.each([0, -1, Number.NaN])("sleep(%d) returns at once", async (ms) => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length
    const before = timers()
    const sleep = systemClock.sleep(ms)
    expect(timers()).toBe(before)
    await sleep
  })

  test("an abort rejects with its reason, before and during a sleep", async () => {
    const reason = new Error("gone")
    await expect(systemClock.sleep(10, AbortSignal.abort(reason))).rejects.toBe(reason)
    await expect(systemClock.sleep(0, AbortSignal.abort(reason))).rejects.toBe(reason)
    const controller = new AbortController()
    const sleep = systemClock.sleep(60_000, controller.signal)
    controller.abort(reason)
    await expect(sleep).rejects.toBe(reason)
  })

  test.each([2 ** 31, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY])(
    "sleep(%d) does not return at once",
    async (ms) => {
      const warnings: Error[] = []
      const onWarning = (warning: Error): void => void warnings.push(warning)
      process.on("warning", onWarning)
      const controller = new AbortController()
      const sleep = systemClock.sleep(ms, controller.signal).then(() => "returned")
      const first = await Promise.race([sleep, systemClock.sleep(30).then(() => "still sleeping")])
      controller.abort(new Error("gone"))
      await expect(sleep).rejects.toThrow("gone")
      expect(first).toBe("still sleeping")
      process.off("warning", onWarning)
      expect(warnings).toEqual([])
    },
  )
})
