import { expect, test } from "vitest"
import { silentTypes } from "./offered_fields.ts"

test("an editor shows a sentence for each field of what hosts write and read", async () => {
  const { silent, fields } = await silentTypes()
  expect(fields).toBeGreaterThan(800)
  expect(silent.map(({ type, fields: names }) => `${type}: ${names.join(", ")}`)).toEqual([])
})
