import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, expect, test } from "vitest"
import { checkRegexes } from "./check.mjs"

const trees: string[] = []

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true })
})

function check(files: Record<string, string>, exceptions: Record<string, Record<string, string>> = {}) {
  const root = mkdtempSync(join(tmpdir(), "regexes-"))
  trees.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const { regexes, problems } = checkRegexes(root, exceptions)
  return { regexes, places: problems.map(({ path, line }) => `${path}:${line}`) }
}

const PATH = "packages/runtime/src/a.ts"

test("literals and constant patterns of shipped files are judged", () => {
  const text = [
    "const WORDS = 'a|aa'",
    "const TWICE = /(?:b|b)*c/g",
    "const ONE = new RegExp(`(?:${WORDS})*b`, 'i')",
    "const TWO = new RegExp(TWICE.source + '$', TWICE.flags)",
    "const FINE = RegExp('^a+' + 'b')",
  ].join("\n")
  const test_file = "packages/runtime/src/a.test.ts"
  expect(check({ [PATH]: text, [test_file]: text, "scripts/a.ts": text })).toEqual({
    regexes: 4,
    places: [`${PATH}:2`, `${PATH}:3`, `${PATH}:4`],
  })
})

test("what is not constant needs an exception", () => {
  const files = { [PATH]: "export const make = (text: string) => new RegExp(text)" }
  expect(check(files).places).toEqual([`${PATH}:1`])
  expect(check(files, { [PATH]: { "new RegExp(text)": "why" } }).places).toEqual([])
})

test("an exception that nothing needs is a problem", () => {
  expect(check({ [PATH]: "export const a = /a/" }, { [PATH]: { "/a/": "why" } }).places).toEqual([
    `${PATH}:1`,
  ])
})
