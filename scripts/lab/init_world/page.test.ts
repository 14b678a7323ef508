import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { KINDS } from "./kinds.ts"
import { initPage, PAGE_FILE, RESULTS_FILE, type Results, withEarlier } from "./page.ts"

const ROOT = join(import.meta.dirname, "../../..")
const results: Results = JSON.parse(readFileSync(join(ROOT, RESULTS_FILE), "utf8"))

test("the page says what was seen", () => {
  expect(readFileSync(join(ROOT, PAGE_FILE), "utf8")).toBe(initPage(results))
})

test("each kind was tried, or it is said what is missing for it", () => {
  const seen = [...results.outcomes, ...results.skipped].map(({ name }) => name)
  expect(seen.toSorted()).toEqual(KINDS.map(({ name }) => name).toSorted())
  expect(results.outcomes.length).toBeGreaterThanOrEqual(12)
})

test("a run of one kind keeps what was seen of the others, in their order", () => {
  const [first, second, ...others] = results.outcomes
  if (first === undefined || second === undefined) throw new Error("no outcomes")
  const again = { ...second, tests: "seen again" }
  const merged = withEarlier({ ...results, outcomes: [again], skipped: [] }, results)
  expect(merged).toEqual({ ...results, outcomes: [first, again, ...others] })
})

test("what went wrong stands out", () => {
  const [outcome] = results.outcomes
  if (outcome === undefined) throw new Error("no outcome")
  const page = initPage({ ...results, outcomes: [{ ...outcome, wrong: ["a second init wrote again"] }] })
  expect(page).toContain("**no**: a second init wrote again")
})

test("a bad edit changes files of its repository", () => {
  for (const { name, files, bad_edit, make } of KINDS)
    for (const [path, text] of Object.entries(bad_edit.files)) {
      expect(`${name} ${Object.keys(files).join()} ${make.join()}`).toContain(path)
      expect(text, `${name} ${path}`).not.toBe(files[path])
    }
})
