import { virtualClock } from "@proofloop/runtime/testing"
import fc from "fast-check"
import { expect, test } from "vitest"
import { createTokenBucket } from "./token_bucket.ts"

const never = new AbortController().signal

test("lets the burst through at once, and then one for each share of a minute, first come first served", async () => {
  const clock = virtualClock()
  const bucket = createTokenBucket({ per_minute: 60, burst: 2 }, clock)
  const began = clock.now()
  const times: [string, number][] = []
  await Promise.all(
    ["a", "b", "c", "d"].map(async (name) => {
      await bucket.take(1, never)
      times.push([name, clock.now() - began])
    }),
  )
  expect(times).toEqual([
    ["a", 0],
    ["b", 0],
    ["c", 1000],
    ["d", 2000],
  ])
})

test("a debt is paid before the next one gets anything, and what was not used comes back", async () => {
  const clock = virtualClock()
  const bucket = createTokenBucket({ per_minute: 600, burst: 10 }, clock)
  await bucket.take(10, never)
  bucket.settle(5)
  const began = clock.now()
  await bucket.take(1, never)
  expect(clock.now() - began).toBe(600)
  bucket.settle(-3)
  expect(bucket.level()).toBe(3)
})

test("one who gives up waiting leaves the others their turn", async () => {
  const clock = virtualClock()
  const bucket = createTokenBucket({ per_minute: 60, burst: 1 }, clock)
  await bucket.take(1, never)
  const gives_up = new AbortController()
  const first = bucket.take(1, gives_up.signal)
  const second = bucket.take(1, never)
  gives_up.abort(new Error("enough"))
  await expect(first).rejects.toThrow("enough")
  await second
  expect(bucket.level()).toBeLessThan(1)
})

test("never gives more than the rate and the burst allow", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6000 }),
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1, maxLength: 30 }),
      async (per_minute, burst, amounts) => {
        const clock = virtualClock()
        const bucket = createTokenBucket({ per_minute, burst }, clock)
        const began = clock.now()
        let taken = 0
        for (const amount of amounts) {
          const before = taken
          await bucket.take(amount, never)
          taken += amount
          // What came before this one was within the limit; this one may leave a debt above the burst.
          expect(before).toBeLessThanOrEqual(burst + ((clock.now() - began) * per_minute) / 60_000 + 1e-6)
        }
      },
    ),
  )
})

test("refuses a rate of nothing", () => {
  expect(() => createTokenBucket({ per_minute: 0 }, virtualClock())).toThrow("per_minute")
})

test("takes any whole rate: what is saved up is whole as well", () => {
  expect(createTokenBucket({ per_minute: 1_000_000 }, virtualClock()).level()).toBe(166_666)
  expect(createTokenBucket({ per_minute: 1 }, virtualClock()).level()).toBe(1)
})

test("one who waits goes on as soon as another gives back what it did not use", async () => {
  const clock = virtualClock()
  const bucket = createTokenBucket({ per_minute: 60, burst: 10 }, clock)
  await bucket.take(610, never)
  const waiting = bucket.take(10, never).then(() => clock.now())
  void clock.sleep(5000).then(() => bucket.settle(-600))
  expect(await waiting).toBe(10_000)
})
