import { setTimeout as wait } from "node:timers/promises"
import { describe, expect, test } from "vitest"
import type { RepairAwareFlag } from "./options.ts"
import { resolveRepairAware } from "./repair_aware.ts"

const never = (): Promise<never> => new Promise<never>(() => {})

describe("resolveRepairAware", () => {
  test.each([
    [true, { repair_aware: true, source: "call" }],
    [false, { repair_aware: false, source: "call" }],
    [null, { repair_aware: false, source: "default" }],
    [undefined, { repair_aware: false, source: "default" }],
    [{ env: "FLAG" }, { repair_aware: true, source: "environment" }],
    [{ env: "UNSET" }, { repair_aware: false, source: "default" }],
    [() => true, { repair_aware: true, source: "call" }],
    [() => false, { repair_aware: false, source: "call" }],
    [async () => true, { repair_aware: true, source: "call" }],
  ] satisfies [RepairAwareFlag | null | undefined, object][])("%o", async (flag, outcome) => {
    expect(await resolveRepairAware(flag, { env: { FLAG: "on" } })).toStrictEqual(outcome)
  })

  test("asks the host's function once", async () => {
    let asked = 0
    const flag = (): boolean => {
      asked += 1
      return true
    }
    await resolveRepairAware(flag, { env: {} })
    expect(asked).toBe(1)
  })

  test.each([
    ["throws", () => fail("flags are down"), "threw flags are down"],
    ["rejects", async () => fail("flags are down"), "threw flags are down"],
    ["throws no error", () => throwValue(7), "threw the number 7"],
    ["returns a string", () => "yes", 'expected a boolean, got the string "yes"'],
    ["returns nothing", () => undefined, "expected a boolean, got undefined"],
    ["resolves to a number", async () => 1, "expected a boolean, got the number 1"],
    ["throws a long text", () => fail("x".repeat(1000)), `threw ${"x".repeat(299)}…`],
  ])("is off, with the reason, when the function %s", async (_, flag, reason) => {
    const outcome = await resolveRepairAware(asFlag(flag), { env: {} })
    expect(outcome).toStrictEqual({
      repair_aware: false,
      source: "default",
      error: `stall_diagnostics.repair_aware stays off, the host's function: ${reason}`,
    })
  })

  test("waits 2 s for the function, and leaves no timer behind", async () => {
    const waits: { ms: number; signal: AbortSignal | undefined }[] = []
    const clock_sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
      waits.push({ ms, signal })
      await wait(5)
    }
    const outcome = await resolveRepairAware(never, { env: {}, clock_sleep })
    expect(outcome.repair_aware).toBe(false)
    expect(outcome.error).toContain("no answer within 2000 ms")
    expect(waits.map(({ ms, signal }) => [ms, signal?.aborted])).toEqual([[2000, true]])
  })

  test("follows an answer that comes in time, and ends its wait", async () => {
    const waits: (AbortSignal | undefined)[] = []
    const clock_sleep = (_ms: number, signal?: AbortSignal): Promise<void> => {
      waits.push(signal)
      return new Promise(() => {})
    }
    const outcome = await resolveRepairAware(() => wait(20, true), { env: {}, clock_sleep })
    expect(outcome).toStrictEqual({ repair_aware: true, source: "call" })
    expect(waits.map((signal) => signal?.aborted)).toEqual([true])
  })

  test("a rejection after the wait reaches nobody", async () => {
    const late = async (): Promise<boolean> => {
      await wait(10)
      return fail("too late to matter")
    }
    const outcome = await resolveRepairAware(late, { env: {}, clock_sleep: async () => {} })
    await wait(30) // vitest reports an unhandled rejection as a failure of the run.
    expect(outcome.error).toContain("no answer")
  })

  test.each([
    [
      "yes",
      'stall_diagnostics.repair_aware: expected a boolean, { env: NAME } or a function, got the string "yes".',
    ],
    [{}, "stall_diagnostics.repair_aware: expected a boolean, { env: NAME } or a function, got an object."],
    [
      { env: " " },
      'stall_diagnostics.repair_aware.env: expected the name of a variable, got the string " ".',
    ],
    [{ env: 1 }, "stall_diagnostics.repair_aware.env: expected the name of a variable, got the number 1."],
  ])("refuses %o", async (flag, message) => {
    await expect(resolveRepairAware(asFlag(flag), { env: {} })).rejects.toThrow(message)
  })

  test("refuses a variable it cannot read, before the run", async () => {
    const message =
      'environment variable FLAG: expected 1, true, on, 0, false or off, or the variable not set, got the string "maybe".'
    await expect(resolveRepairAware({ env: "FLAG" }, { env: { FLAG: "maybe" } })).rejects.toThrow(message)
  })
})

function fail(message: string): never {
  throw new Error(message)
}

function throwValue(value: unknown): never {
  throw value
}

/** What a host without types may hand over. */
function asFlag(value: unknown): RepairAwareFlag {
  return value as RepairAwareFlag
}
