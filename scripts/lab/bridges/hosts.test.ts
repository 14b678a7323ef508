import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { codeBlocks } from "../../docs/markdown_page.ts"
import { root } from "../../setup.mjs"
import { LOOP, recipeOf } from "./host_run.ts"
import { HOSTS } from "./hosts.ts"

const NAMES = [...new Set(HOSTS.map(({ name }) => name))]

test.each(NAMES)("%s has a program and a block in the docs", (name) => {
  expect(existsSync(new URL(`fixtures/${name}.ts`, import.meta.url))).toBe(true)
  expect(recipeOf(name)).toMatch(/@proofloop\/hooks"/)
})

test("a block that nobody runs is found", () => {
  const path = "docs/hooks.md"
  const text = readFileSync(join(root, path), "utf8")
  const named = codeBlocks({ path, text }).flatMap(({ words }) => words[1] ?? [])
  expect(named.toSorted()).toEqual([...NAMES, LOOP].toSorted())
  expect(() => recipeOf("another")).toThrow(/no block is called another/)
})
