import { expect, it } from "vitest"
import { isSettled } from "./file_status.ts"

const SECOND = 1_000_000_000n

function isSettledAfter(ms: number, ctimeNs: bigint): boolean {
  const status = { size: 1n, mode: 0o100644n, mtimeNs: 0n, ctimeNs, ino: 1n, dev: 1n }
  return isSettled(status, Number(ctimeNs / 1_000_000n) + ms)
}

it("what changed within a tick of the file system's clock may change unseen; whole seconds are ticks of two", () => {
  const fine = 1_700_000_000n * SECOND + 4_000_000n
  expect([0, 100, 101].map((ms) => isSettledAfter(ms, fine))).toEqual([false, false, true])
  const coarse = 1_700_000_000n * SECOND
  expect([101, 2500, 2501].map((ms) => isSettledAfter(ms, coarse))).toEqual([false, false, true])
})

it("what changed later than now is never settled", () => {
  expect(isSettledAfter(-5000, 1_700_000_000n * SECOND + 1n)).toBe(false)
})
