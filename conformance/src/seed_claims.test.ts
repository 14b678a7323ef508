import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { parse } from "yaml"
import * as z from "zod"

const root = join(import.meta.dirname, "../..")
const claims = z.record(
  z.string(),
  z.array(z.strictObject({ claim: z.string(), test: z.string(), title: z.string() })).min(10),
)

test("each claim of the documents behind has a test, by its title", async () => {
  const read = claims.parse(parse(await readFile(join(root, "conformance/seed_claims.yaml"), "utf8")))
  const missing: string[] = []
  for (const { claim, test: path, title } of Object.values(read).flat()) {
    const text = await readFile(join(root, path), "utf8").catch(() => "")
    if (!text.includes(title)) missing.push(`${claim}: ${path} has no ${JSON.stringify(title)}`)
  }
  expect(missing).toEqual([])
})
