import { getEventListeners } from "node:events"
import { setTimeout as wait } from "node:timers/promises"
import { describe, expect, test, vi } from "vitest"
import { abortReason, raceAbort } from "./race_abort.ts"

const never = new Promise<never>(() => {})

async function fail(after_ms = 0): Promise<never> {
  await wait(after_ms)
  throw new Error("no")
}

describe("raceAbort", () => {
  test("gives the work's result, or its failure, and leaves no listener", async () => {
    const { signal } = new AbortController()
    expect(await raceAbort(async () => 7, signal)).toBe(7)
    expect(await raceAbort(() => 7, undefined)).toBe(7)
    await expect(raceAbort(fail, signal)).rejects.toThrow("no")
    const thrower = (): never => {
      throw new Error("at once")
    }
    await expect(raceAbort(thrower, signal)).rejects.toThrow("at once")
    expect(getEventListeners(signal, "abort")).toEqual([])
  })

  test("does not start the work of an aborted signal", async () => {
    const work = vi.fn<() => Promise<number>>(async () => 1)
    await expect(raceAbort(work, AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone")
    expect(work).not.toHaveBeenCalled()
  })

  test("rejects when the signal fires; what the work does then reaches nobody", async () => {
    const controller = new AbortController()
    const raced = raceAbort(() => never, controller.signal)
    const late = raceAbort(() => fail(2), controller.signal)
    controller.abort(new Error("gone"))
    await expect(raced).rejects.toThrow("gone")
    await expect(late).rejects.toThrow("gone")
    await wait(10) // vitest reports an unhandled rejection as a failure of the run.
  })

  test("handles work that aborts its own signal and throws", async () => {
    const controller = new AbortController()
    const raced = raceAbort(() => {
      controller.abort(new Error("gone"))
      throw new Error("at once")
    }, controller.signal)
    await expect(raced).rejects.toThrow("at once")
    await wait(5)
  })
})

test("abortReason makes an error of anything", () => {
  expect(abortReason(AbortSignal.abort()).name).toBe("AbortError")
  expect(abortReason(AbortSignal.abort("why"))).toMatchObject({ name: "AbortError", message: "aborted: why" })
})
