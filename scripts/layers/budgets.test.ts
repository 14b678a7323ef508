import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { checkBudgets } from "./budgets.mjs"

const TREE = {
  "package.json": `{ "scripts": { "test": "true" } }`,
  "README.md": "two words\n",
  "packages/a/src/one.ts": "1\n2\n",
  "packages/a/src/one.test.ts": "1\n",
}
const LINES = { "files at the top": 2, "packages/a": [2, 1], scripts: 1, docs: 1 }

test("what weighs no more than its budget is green", async () => {
  const root = repository({ ...TREE, ...budgetsOf(LINES) })
  expect((await checkBudgets(root)).problems).toEqual([])
})

test("each part that is too heavy, or has no budget, is named with both numbers", async () => {
  const root = repository({
    ...TREE,
    "README.md": "now three words\n",
    "packages/b/src/new.ts": "1\n",
    ...budgetsOf({ ...LINES, "packages/a": [1, 1] }),
  })
  expect((await checkBudgets(root)).problems).toEqual([
    "lines of shipped packages/a: 2, the budget is 1",
    "lines of shipped packages/b: 1, the budget is 0",
    "words_of_docs: 3, the budget is 2",
  ])
})

test("a higher sum needs a decision record in the same change", async () => {
  const root = repository({ ...TREE, ...budgetsOf(LINES) })
  const grown = ["the sum of the budgets grew from 9 to 10: lower another one, or add a decision record"]
  write(root, budgetsOf({ ...LINES, "packages/a": [3, 1] }))
  expect((await checkBudgets(root)).problems).toEqual(grown)
  commit(root)
  expect((await checkBudgets(root)).problems).toEqual(grown)
  write(root, { ...budgetsOf({ ...LINES, "packages/a": [4, 1] }), "docs/decisions/0001-a.md": "" })
  commit(root)
  expect((await checkBudgets(root)).problems).toEqual([])
})

test("one that is raised beside one that is lowered needs none", async () => {
  const root = repository({ ...TREE, ...budgetsOf({ ...LINES, docs: 2 }) })
  write(root, budgetsOf({ ...LINES, "packages/a": [3, 1] }))
  expect((await checkBudgets(root)).problems).toEqual([])
})

function budgetsOf(lines: Record<string, number | readonly number[]>): Record<string, string> {
  const budgets = JSON.stringify({ lines, words_of_docs: 2, npm_scripts: 1 })
  return { "scripts/layers/rules.mjs": `export const BUDGETS = ${budgets}\n` }
}

function repository(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), "budgets-"))
  onTestFinished(() => rmSync(root, { recursive: true }))
  git(root, "init", "--quiet")
  write(root, files)
  commit(root)
  return root
}

function write(root: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

function commit(root: string): void {
  git(root, "add", ".")
  git(root, "-c", "user.name=t", "-c", "user.email=t@t", "commit", "--quiet", "-m", "x")
}

function git(root: string, ...args: string[]): void {
  expect(spawnSync("git", args, { cwd: root, encoding: "utf8" }).stderr).toBe("")
}
