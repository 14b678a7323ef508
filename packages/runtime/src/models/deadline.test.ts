import { getEventListeners } from "node:events"
import { setTimeout as wait } from "node:timers/promises"
import { describe, expect, test, vi } from "vitest"
import { abortReason, raceAbort } from "./abort.ts"
import { withDeadline } from "./deadline.ts"

const never = new Promise<never>(() => {})

describe("raceAbort", () => {
  test("gives the work's result, or its failure", async () => {
    const { signal } = new AbortController()
    expect(await raceAbort(Promise.resolve(7), signal)).toBe(7)
    await expect(raceAbort(Promise.reject(new Error("no")), signal)).rejects.toThrow("no")
  })

  test("an aborted signal wins over work that is done, and its failure is handled", async () => {
    await expect(raceAbort(Promise.resolve(7), AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone")
    await expect(
      raceAbort(Promise.reject(new Error("late")), AbortSignal.abort(new Error("gone"))),
    ).rejects.toThrow("gone")
    await wait(5)
  })

  test("rejects when the signal fires", async () => {
    const controller = new AbortController()
    const raced = raceAbort(never, controller.signal)
    controller.abort(new Error("gone"))
    await expect(raced).rejects.toThrow("gone")
  })
})

test("neither leaves a listener on a signal that lives on", async () => {
  const { signal } = new AbortController()
  await raceAbort(Promise.resolve(1), signal)
  await expect(raceAbort(Promise.reject(new Error("no")), signal)).rejects.toThrow("no")
  await withDeadline(signal, 1_000, async () => 1)
  await expect(withDeadline(signal, 5, async () => never)).rejects.toThrow("within 5 ms")
  expect(getEventListeners(signal, "abort")).toEqual([])
})

test("abortReason makes an error of anything", () => {
  expect(abortReason(AbortSignal.abort()).name).toBe("AbortError")
  expect(abortReason(AbortSignal.abort("why"))).toMatchObject({ name: "AbortError", message: "aborted: why" })
})

describe("withDeadline", () => {
  test("passes a signal that fires with the caller's, and with the timer", async () => {
    const controller = new AbortController()
    let seen: AbortSignal | undefined
    const work = async (signal: AbortSignal): Promise<never> => {
      seen = signal
      return never
    }
    const aborted = withDeadline(controller.signal, 10_000, work)
    controller.abort(new Error("gone"))
    await expect(aborted).rejects.toThrow("gone")
    expect(seen?.reason).toBe(controller.signal.reason)
    await expect(withDeadline(new AbortController().signal, 5, work)).rejects.toMatchObject({
      kind: "transient",
    })
    expect(seen?.aborted).toBe(true)
  })

  test("does not start the work of an aborted caller", async () => {
    const work = vi.fn<() => Promise<number>>(async () => 1)
    await expect(withDeadline(AbortSignal.abort(new Error("gone")), 10, work)).rejects.toThrow("gone")
    expect(work).not.toHaveBeenCalled()
  })

  test("does not abort work that has ended", async () => {
    let seen: AbortSignal | undefined
    expect(
      await withDeadline(new AbortController().signal, 5, async (signal) => {
        seen = signal
        return 1
      }),
    ).toBe(1)
    await wait(20)
    expect(seen?.aborted).toBe(false)
  })
})
