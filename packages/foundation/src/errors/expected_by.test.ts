import { expect, test } from "vitest"
import * as z from "zod"
import { expectedBy } from "./expected_by.ts"

test.each([
  [z.object({}), "an object"],
  [z.string(), "a string"],
  [z.string("a name"), "a name"],
])("what a schema expects is said once (%#)", (schema, words) => {
  expect(expectedBy(schema.safeParse(1).error?.issues[0]?.message)).toBe(words)
})
