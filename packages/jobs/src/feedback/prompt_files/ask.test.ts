import { readdir, readFile } from "node:fs/promises"
import { expect, it } from "vitest"
import type { PromptName } from "./ask.ts"

const own = new URL("../../../prompts/", import.meta.url)

it("has a written file for each prompt", async () => {
  const names: Record<PromptName, true> = {
    triage: true,
    fix_plan: true,
    plan_review: true,
    fix: true,
    regression_test: true,
    critique: true,
  }
  const files = Object.keys(names).map((name) => `${name}.md`)
  expect(await readdir(own)).toEqual(expect.arrayContaining(files))
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, own), "utf8")))
  expect(files.filter((_, at) => (texts[at]?.length ?? 0) < 300)).toEqual([])
})
