import type { Model } from "@proofloop/runtime"
import { scriptedModel } from "@proofloop/runtime/testing"
import { expect, test } from "vitest"
import { loopWith } from "../loop.fixture.ts"
import { modelWithin } from "./model_within.ts"

const REQUEST = { messages: [], tools: [], tool_choice: "none" } as const
const never: Model = () => new Promise(() => {})

test("an answer in time is the model's own, and so is its error", async () => {
  const named = scriptedModel([{ text: "yes" }, { throws: { kind: "provider_5xx", message: "gone" } }], {
    model_name: "m",
  })
  const bounded = modelWithin(named, 60_000)
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
  const asked = modelWithin(listening, 5)(REQUEST, { signal: new AbortController().signal })
  await expect(asked).rejects.toThrow("the model gave no answer within 5 ms")
  expect(signals[0]?.aborted).toBe(true)
})

test("an abort ends one that does not listen, as an abort", async () => {
  const abort = new AbortController()
  const asked = modelWithin(never, 60_000)(REQUEST, { signal: abort.signal })
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
