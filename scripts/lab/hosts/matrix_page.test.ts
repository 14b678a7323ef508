import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { HOST_NAMES } from "../../../packages/hooks/src/events/host_event.ts"
import type { Matrix } from "./matrix.ts"
import { MATRIX_FILE, matrixPage, PAGE_FILE } from "./matrix_page.ts"
import { withShortMatrix } from "./short_matrix.ts"

const ROOT = join(import.meta.dirname, "../../..")
const matrix: Matrix = JSON.parse(readFileSync(join(ROOT, MATRIX_FILE), "utf8"))

test("the page says what was seen", () => {
  expect(readFileSync(join(ROOT, PAGE_FILE), "utf8")).toBe(matrixPage(matrix))
})

test("the hooks page has the short table", () => {
  const page = readFileSync(join(ROOT, "docs/hooks.md"), "utf8")
  expect(page).toBe(withShortMatrix(page, matrix))
  const [row, ...rows] = matrix.rows
  if (row === undefined) throw new Error("no row")
  const unseen = { ...row, cells: { ...row.cells, done_held: { shown: false, evidence: "" } } }
  expect(withShortMatrix(page, { ...matrix, rows: [unseen, ...rows] })).toContain("**not seen**")
  expect(() => withShortMatrix("# proofloop", matrix)).toThrow("docs/hooks.md: no")
})

test("each host has a row", () => {
  const rows = matrixPage(matrix)
    .split("\n")
    .flatMap((line) => /^\| ([a-z]+(?:-[a-z]+)?)(?: [\d.]+)? \|/.exec(line)?.[1] ?? [])
  expect(rows.filter((host) => HOST_NAMES.some((name) => name === host))).toEqual([...HOST_NAMES])
})

test("what was tried and not seen stands out", () => {
  const [row] = matrix.rows
  if (row === undefined) throw new Error("no row")
  const unseen = { ...row, cells: { done_held: { shown: false, evidence: "request 6:" } } }
  expect(matrixPage({ ...matrix, rows: [unseen] })).toContain("**NO**")
})
