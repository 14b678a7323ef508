import { readdir, readFile } from "node:fs/promises"
import { expect, it } from "vitest"
import type { PromptName } from "./render_prompt.ts"

const own = new URL("../../../prompts/", import.meta.url)

it("has a written file for each prompt", async () => {
  const names: Record<PromptName, true> = {
    verifier: true,
    lens_wiring: true,
    lens_concurrency_security: true,
    lens_contract_conformance: true,
  }
  const files = Object.keys(names).map((name) => `${name}.md`)
  expect(await readdir(own)).toEqual(expect.arrayContaining(files))
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, own), "utf8")))
  expect(files.filter((_, at) => (texts[at]?.length ?? 0) < 300)).toEqual([])
})
