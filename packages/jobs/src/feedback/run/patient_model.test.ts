import { type Clock, systemClock } from "@proofloop/foundation/process"
import type { Model } from "@proofloop/runtime"
import { scriptedModel } from "@proofloop/runtime/testing"
import { patientModel } from "@proofloop/stdlib/internal/llm"
import { expect, test } from "vitest"
import { loopWith } from "../loop.fixture.ts"

const REQUEST = { messages: [], tools: [], tool_choice: "none" } as const
const never: Model = () => new Promise(() => {})

/** Waits no time, and says how long it was asked to. */
function hasty(): { readonly clock: Clock; readonly waits: number[] } {
  const waits: number[] = []
  const sleep = async (ms: number) => void waits.push(ms)
  return { clock: { ...systemClock, sleep }, waits }
}

test("a service in trouble is asked again, after the wait it asks for, and twice at most", async () => {
  const { clock, waits } = hasty()
  const { signal } = new AbortController()
  const away = { throws: { kind: "rate_limit", message: "slowly", retry_after_ms: 2500 } } as const
  const down = { throws: { kind: "provider_5xx", message: "down" } } as const
  const back = patientModel(scriptedModel([away, down, { text: "yes" }]), 60_000, clock)
  expect(await back(REQUEST, { signal })).toMatchObject({ text: "yes" })
  expect(waits).toEqual([2500, 2000])
  const gone = patientModel(scriptedModel([down, down, down, { text: "late" }]), 60_000, clock)
  await expect(gone(REQUEST, { signal })).rejects.toThrow("down")
  expect(waits).toEqual([2500, 2000, 500, 2000])
})

test.each([
  ["a wait that is too long", { kind: "rate_limit", message: "later", retry_after_ms: 1_800_000 }],
  ["a wrong key", { kind: "authentication", message: "no" }],
  ["a request that is refused", { kind: "invalid_request", message: "what" }],
] as const)("%s is not waited for", async (_, throws) => {
  const { clock, waits } = hasty()
  const asked = patientModel(scriptedModel([{ throws }, { text: "yes" }]), 60_000, clock)
  await expect(asked(REQUEST, { signal: new AbortController().signal })).rejects.toThrow(throws.message)
  expect(waits).toEqual([])
})

test("an answer in time is the model's own, and so is its error", async () => {
  const named = scriptedModel([{ text: "yes" }, { throws: { kind: "invalid_response", message: "gone" } }], {
    model_name: "m",
  })
  const bounded = patientModel(named, 60_000, systemClock)
  const { signal } = new AbortController()
  expect(bounded.model_name).toBe("m")
  expect(await bounded(REQUEST, { signal })).toMatchObject({ text: "yes" })
  await expect(bounded(REQUEST, { signal })).rejects.toThrow("gone")
})

test("a model that listens is told to stop when its time is over", async () => {
  const signals: AbortSignal[] = []
  const listening: Model = (_, { signal }) => {
    signals.push(signal)
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")))
    })
  }
  const asked = patientModel(listening, 5, systemClock)(REQUEST, { signal: new AbortController().signal })
  await expect(asked).rejects.toThrow("the model gave no answer within 5 ms")
  expect(signals[0]?.aborted).toBe(true)
})

test("an abort ends one that does not listen, as an abort", async () => {
  const abort = new AbortController()
  const asked = patientModel(never, 60_000, systemClock)(REQUEST, { signal: abort.signal })
  abort.abort()
  await expect(asked).rejects.toMatchObject({ name: "AbortError" })
})

test("a hanging model is a failed try of its step, and holds up no other row", async () => {
  const { loop, add, store } = await loopWith(
    {},
    { models: { triage: never }, model_timeout_ms: 20, max_attempts: 2 },
  )
  for (const id of ["fb-1", "fb-2"]) await add({ id })
  expect(await loop.process()).toMatchObject([{ id: "fb-1", to: "pending" }, { id: "fb-2" }])
  const error = "the model gave no answer within 20 ms"
  expect(await store.get("fb-1")).toMatchObject({ attempts: 1, error })
  expect(await loop.process()).toMatchObject([{ to: "failed", error }, { to: "failed" }])
})

test("its time is a whole number of milliseconds", async () => {
  await expect(loopWith({}, { model_timeout_ms: 0 })).rejects.toThrow(/model_timeout_ms/)
})
