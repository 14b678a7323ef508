import { expect, it } from "vitest"
import { contentMemory } from "./content_memory.ts"

it("keeps what was last added within its size, and nothing that fills half of it", () => {
  const memory = contentMemory<string>(10, ({ length }) => length)
  memory.keep("large", "123456")
  memory.keep("a", "1234")
  memory.keep("b", "1234")
  expect([memory.get("large"), memory.get("a"), memory.get("b")]).toEqual([undefined, "1234", "1234"])
  memory.keep("c", "1234")
  expect([memory.get("a"), memory.get("b"), memory.get("c")]).toEqual([undefined, "1234", "1234"])
})
