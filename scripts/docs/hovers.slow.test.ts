import { expect, test } from "vitest"
import { shownHovers } from "./hovers.ts"

test("an editor shows a sentence for each of twelve options, and for what the host reads of a result", async () => {
  const { options, fields } = await shownHovers()
  expect(options).toHaveLength(12)
  const all = [...options, ...fields]
  expect(all.filter(({ declaration, name }) => !declaration.includes(name)).map(({ name }) => name)).toEqual(
    [],
  )
  expect(all.filter(({ documentation }) => documentation === "").map(({ name }) => name)).toEqual([])
})
