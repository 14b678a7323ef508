import { readFile } from "node:fs/promises"
import { expect, test } from "vitest"
import { folder, pages } from "./pages.ts"

test.each(Object.entries(pages))(
  "docs/%s is what the code says; if not: npm run docs",
  async (name, page) => {
    expect(await readFile(new URL(name, folder), "utf8")).toBe(await page())
  },
)
