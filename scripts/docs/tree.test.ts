import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "../setup.mjs"
import { treeProblems } from "./tree.ts"

const page = readFileSync(join(root, "docs/architecture.md"), "utf8")

test("the tree in docs/architecture.md shows the folders that are there", () => {
  expect(treeProblems(page, root)).toEqual([])
})

test("a folder that is missing in the tree, or only in the tree, is found", () => {
  const other = page.replace("  stall/ ", "  stalls/")
  expect(treeProblems(other, root)).toEqual([
    "packages/runtime/src/stall is not in the tree",
    "packages/runtime/src/stalls is not there",
    "packages/runtime/src/stalls/patterns is not there",
  ])
})
