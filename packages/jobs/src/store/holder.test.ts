import { hostname } from "node:os"
import { expect, it } from "vitest"
import { isAlive, LEASE_MS, newHolder } from "./holder.ts"

it("a holder says which machine it is on, this start of it", () => {
  const holder = newHolder()
  expect(holder.host.startsWith(hostname())).toBe(true)
  expect(isAlive({ ...holder, renewed_at_ms: 0 }, holder.host, Number.MAX_SAFE_INTEGER)).toBe(true)
  expect(isAlive({ ...holder, renewed_at_ms: 0 }, "elsewhere", LEASE_MS)).toBe(false)
  expect(newHolder().token).not.toBe(holder.token)
})
