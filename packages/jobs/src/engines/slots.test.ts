import { expect, test } from "vitest"
import { slots } from "./slots.ts"

const never = new AbortController().signal

test("a slot is given to those who wait in their order, and back once", async () => {
  const take = slots(1)
  const first = await take(never)
  const got: string[] = []
  const second = take(never).then((giveBack) => (got.push("second"), giveBack))
  const third = take(never).then((giveBack) => (got.push("third"), giveBack))
  expect(got).toEqual([])
  first()
  first()
  const giveBack = await second
  expect(got).toEqual(["second"])
  giveBack()
  await third
  expect(got).toEqual(["second", "third"])
})

test("whoever stops waiting takes no slot", async () => {
  const take = slots(1)
  const giveBack = await take(never)
  const stop = new AbortController()
  const waiting = take(stop.signal)
  const last = take(never)
  stop.abort(new Error("too late"))
  await expect(waiting).rejects.toThrow("too late")
  giveBack()
  await last
  await expect(take(stop.signal)).rejects.toThrow("too late")
})
