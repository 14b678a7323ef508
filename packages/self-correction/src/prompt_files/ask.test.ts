import { readdir, readFile } from "node:fs/promises"
import { expect, it } from "vitest"
import type { PromptName } from "./ask.ts"

const own = new URL("../../prompts/", import.meta.url)

it("has a written file for each prompt, and no other file", async () => {
  const names: Record<PromptName, true> = {
    triage: true,
    fix_plan: true,
    plan_review: true,
    fix: true,
    regression_test: true,
    critique: true,
  }
  const files = Object.keys(names).map((name) => `${name}.md`)
  expect((await readdir(own)).toSorted()).toEqual(files.toSorted())
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, own), "utf8")))
  expect(files.filter((_, at) => (texts[at]?.length ?? 0) < 300)).toEqual([])
})
