import { expect, it } from "vitest"
import { numbered } from "./placeholders.ts"

it("numbers the values of a statement in their order", () => {
  expect(numbered("SELECT a FROM b WHERE c = ? AND d IN (?, ?)")).toBe(
    "SELECT a FROM b WHERE c = $1 AND d IN ($2, $3)",
  )
  expect(numbered("SELECT 1")).toBe("SELECT 1")
})
