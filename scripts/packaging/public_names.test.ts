import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "../setup.mjs"
import { API_FOLDER } from "./api_reports.ts"

const MOST_NAMES = 400
const MOST_ENTRIES = 24

/** Foundation is internal: the other packages need it once, in one version. */
const reports = readdirSync(join(root, API_FOLDER)).filter((file) => file !== "foundation.txt")
const lines = reports.flatMap((file) => readFileSync(join(root, API_FOLDER, file), "utf8").split("\n"))
const entries = lines.filter((line) => /^@?proofloop/.test(line))
const names = lines.flatMap((line) => {
  const [, type, name] = /^ {2}(type )?(\w+) [0-9a-f]{12}$/.exec(line) ?? []
  return name === undefined ? [] : [{ name, is_type: type !== undefined }]
})

test("there are few entries and few public names", () => {
  expect(names.length).toBeGreaterThan(100)
  expect(names.length).toBeLessThanOrEqual(MOST_NAMES)
  expect(entries.length).toBeLessThanOrEqual(MOST_ENTRIES)
})

test("what is public stands in a page or an example; of types, those that others name need not", () => {
  const words = new Set(pages().flatMap((text) => text.match(/\w+/g) ?? []))
  expect(names.filter(({ name, is_type }) => !is_type && !words.has(name)).map(({ name }) => name)).toEqual(
    [],
  )
})

/** Pages, and no lists of names. */
function pages(): readonly string[] {
  const read = (folder: string, isPage: RegExp): readonly string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => isPage.test(path) && !/node_modules|(^|\/)(events|critic-events)\.md$/.test(path))
      .map((path) => readFileSync(join(root, folder, path), "utf8"))
  return [
    ...["README.md", "conformance/README.md"].map((path) => readFileSync(join(root, path), "utf8")),
    ...read("docs", /\.md$/),
    ...read("examples", /\.(?:ts|mjs|md)$/),
    ...read("packages", /^[\w-]+\/README\.md$/),
  ]
}
