import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { assets_file, bundleAssets } from "./assets.ts"

test("the page's script and styles are those of the sources; to repair: npm run replay-page", async () => {
  expect(readFileSync(assets_file, "utf8")).toBe(await bundleAssets())
})
