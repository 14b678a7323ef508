import { setTimeout as wait } from "node:timers/promises"
import { afterEach, expect, test, vi } from "vitest"
import { startTimer } from "./timer.ts"

afterEach(() => {
  vi.useRealTimers()
})

test("calls once, and not when it was stopped", async () => {
  const called: string[] = []
  startTimer(5, () => called.push("ended"))
  startTimer(5, () => called.push("stopped"))()
  await wait(40)
  expect(called).toEqual(["ended"])
})

test.each([1, 2 ** 31 - 1, 2 ** 31, 3 * 2 ** 31])("%d ms pass before it calls", (ms) => {
  vi.useFakeTimers()
  let calls = 0
  startTimer(ms, () => (calls += 1))
  vi.advanceTimersByTime(ms - 1)
  expect(calls).toBe(0)
  vi.advanceTimersByTime(1)
  expect(calls).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})

test("a time longer than a timer can be is stopped too", () => {
  vi.useFakeTimers()
  const stop = startTimer(Number.POSITIVE_INFINITY, () => expect.unreachable())
  vi.advanceTimersByTime(2 ** 32)
  expect(vi.getTimerCount()).toBe(1)
  stop()
  expect(vi.getTimerCount()).toBe(0)
})
