import { getEventListeners } from "node:events"
import { setImmediate as nextTurn } from "node:timers/promises"
import { describe, expect, test } from "vitest"
import { virtualClock } from "./virtual_clock.ts"

describe("virtualClock", () => {
  test("a sleep takes no time and moves the clock", async () => {
    const clock = virtualClock({ start_ms: 1_000 })
    await clock.sleep(3_600_000)
    expect(clock.now()).toBe(3_601_000)
  })

  test("sleeps that overlap end in order, each at its own deadline", async () => {
    const clock = virtualClock()
    const woken: string[] = []
    const sleeper = async (name: string, ...waits: number[]): Promise<void> => {
      for (const ms of waits) await clock.sleep(ms)
      woken.push(`${name} ${clock.now()}`)
    }
    await Promise.all([
      sleeper("long", 100),
      sleeper("twice", 30, 40),
      sleeper("short", 50),
      sleeper("also long", 100),
    ])
    expect(woken).toEqual(["short 50", "twice 70", "long 100", "also long 100"])
  })

  test.each([0, -5, Number.NaN])("sleep(%d) returns at once", async (ms) => {
    const clock = virtualClock({ auto_advance: false })
    await clock.sleep(ms)
    expect(clock.now()).toBe(0)
  })

  test("an abort wakes with the reason and does not move the clock", async () => {
    const clock = virtualClock({ auto_advance: false })
    const controller = new AbortController()
    const sleep = clock.sleep(100, controller.signal)
    controller.abort(new Error("gone"))
    await expect(sleep).rejects.toThrow("gone")
    await expect(clock.sleep(1, controller.signal)).rejects.toThrow("gone")
    clock.advance(200)
    expect(clock.now()).toBe(200)
  })

  test("a sleep that ended leaves no listener on its signal", async () => {
    const { signal } = new AbortController()
    await virtualClock().sleep(10, signal)
    expect(getEventListeners(signal, "abort")).toEqual([])
  })

  test("an aborted sleep is taken out of the order", async () => {
    const clock = virtualClock()
    const controller = new AbortController()
    const aborted = clock.sleep(10, controller.signal)
    controller.abort(new Error("gone"))
    await expect(aborted).rejects.toThrow("gone")
    await nextTurn()
    await nextTurn()
    expect(clock.now()).toBe(0)
  })

  test("advance moves time now and wakes who is due, in order", async () => {
    const clock = virtualClock({ auto_advance: false })
    const woken: number[] = []
    for (const ms of [30, 10, 20, 90]) void clock.sleep(ms).then(() => woken.push(ms))
    clock.advance(50)
    expect(clock.now()).toBe(50)
    await nextTurn()
    expect(woken).toEqual([10, 20, 30])
    clock.advance(40)
    await nextTurn()
    expect(woken).toEqual([10, 20, 30, 90])
    clock.advance(-1)
    expect(clock.now()).toBe(90)
  })

  test("without auto_advance nobody wakes by themselves", async () => {
    const clock = virtualClock({ auto_advance: false })
    let woken = false
    void clock.sleep(1).then(() => (woken = true))
    await nextTurn()
    await nextTurn()
    expect([woken, clock.now()]).toEqual([false, 0])
  })
})
