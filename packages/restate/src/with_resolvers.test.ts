import { expect, test } from "vitest"
import { ensureWithResolvers, type Resolvers, withResolvers } from "./with_resolvers.ts"

test("it is added where it is missing, and settles its promise", async () => {
  const bare: { withResolvers?: <Value>() => Resolvers<Value> } = {}
  ensureWithResolvers(bare)
  const { promise, resolve } = bare.withResolvers?.<number>() ?? withResolvers<number>()
  resolve(7)
  expect(await promise).toBe(7)
  const own = { withResolvers }
  ensureWithResolvers(own)
  expect(own.withResolvers).toBe(withResolvers)
})
