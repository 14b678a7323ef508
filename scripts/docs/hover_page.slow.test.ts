import { readFile } from "node:fs/promises"
import { expect, test } from "vitest"
import { hoverPage, shownHovers } from "./hover_page.ts"
import { folder } from "./pages.ts"

test("an editor shows a sentence for each of twelve options, and for what the host reads of a result", async () => {
  const { options, fields } = await shownHovers()
  expect(options).toHaveLength(12)
  const all = [...options, ...fields]
  expect(all.filter(({ declaration, name }) => !declaration.includes(name)).map(({ name }) => name)).toEqual(
    [],
  )
  expect(all.filter(({ documentation }) => documentation === "").map(({ name }) => name)).toEqual([])
})

test("docs/hover.md is what an editor shows; if not: npm run docs", async () => {
  expect(await readFile(new URL("hover.md", folder), "utf8")).toBe(await hoverPage())
})
