import { getEventListeners } from "node:events"
import { setTimeout as wait } from "node:timers/promises"
import { describe, expect, test, vi } from "vitest"
import { createDeadline, withDeadline } from "./deadline.ts"

const never = new Promise<never>(() => {})
const late = () => new Error("too late")

describe("a deadline", () => {
  test("is over after its time, with the reason it was given", async () => {
    const deadline = createDeadline({ time_ms: 5, late })
    await wait(30)
    expect(deadline.isOver()).toBe(true)
    expect(deadline.signal.reason).toEqual(late())
  })

  test("ends with the first of the signals, which is not its time", async () => {
    const first = new AbortController()
    const second = new AbortController()
    const deadline = createDeadline({ time_ms: 10, signals: [undefined, first.signal, second.signal], late })
    second.abort(new Error("gone"))
    first.abort(new Error("also gone"))
    await wait(30)
    expect(deadline.signal.reason).toBe(second.signal.reason)
    expect(deadline.isOver()).toBe(false)
    expect(createDeadline({ time_ms: undefined, signals: [first.signal] }).signal.aborted).toBe(true)
  })

  test("that is released aborts nothing, and leaves neither timer nor listener", async () => {
    const caller = new AbortController()
    const sleeps: AbortSignal[] = []
    const sleep = async (_ms: number, signal: AbortSignal): Promise<void> => {
      sleeps.push(signal)
      await wait(5)
    }
    for (const given of [{}, { sleep }]) {
      const deadline = createDeadline({ time_ms: 5, signals: [caller.signal], ...given })
      deadline.release()
      await wait(20)
      expect([deadline.signal.aborted, deadline.isOver()]).toEqual([false, false])
    }
    expect(sleeps.map(({ aborted }) => aborted)).toEqual([true])
    expect(getEventListeners(caller.signal, "abort")).toEqual([])
  })

  test("that is released leaves no timer of the system", () => {
    vi.useFakeTimers()
    try {
      const deadline = createDeadline({ time_ms: 5 })
      expect(vi.getTimerCount()).toBe(1)
      deadline.release()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([2 ** 31, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY])(
    "of %d ms, longer than a timer can be, is not over at once",
    async (time_ms) => {
      const deadline = createDeadline({ time_ms })
      await wait(30)
      expect([deadline.signal.aborted, deadline.isOver()]).toEqual([false, false])
      deadline.release()
    },
  )

  test("goes by the sleep it is given; one that fails is never over", async () => {
    const at_once = createDeadline({ time_ms: 60_000, sleep: async () => {} })
    const broken = createDeadline({ time_ms: 0, sleep: async () => Promise.reject(new Error("no clock")) })
    await wait(5)
    expect([at_once.isOver(), broken.isOver()]).toEqual([true, false])
    expect(at_once.signal.reason).toMatchObject({ name: "TimeoutError" })
  })
})

describe("withDeadline", () => {
  test("passes a signal that fires with the caller's, and with the timer", async () => {
    const controller = new AbortController()
    const seen: AbortSignal[] = []
    const work = async (signal: AbortSignal): Promise<never> => {
      seen.push(signal)
      return never
    }
    const aborted = withDeadline({ time_ms: 10_000, signals: [controller.signal] }, work)
    controller.abort(new Error("gone"))
    await expect(aborted).rejects.toThrow("gone")
    expect(seen[0]?.reason).toBe(controller.signal.reason)
    await expect(withDeadline({ time_ms: 5, late }, work)).rejects.toThrow("too late")
    expect(seen[1]?.aborted).toBe(true)
  })

  test("does not start the work of an aborted caller", async () => {
    const work = vi.fn<() => Promise<number>>(async () => 1)
    const signals = [AbortSignal.abort(new Error("gone"))]
    await expect(withDeadline({ time_ms: 10, signals }, work)).rejects.toThrow("gone")
    expect(work).not.toHaveBeenCalled()
  })

  test("does not abort work that has ended", async () => {
    const seen: AbortSignal[] = []
    const work = (signal: AbortSignal): number => seen.push(signal)
    expect(await withDeadline({ time_ms: 5 }, work)).toBe(1)
    await wait(20)
    expect(seen[0]?.aborted).toBe(false)
  })
})
