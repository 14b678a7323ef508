import { expect, test } from "vitest"
import { readOptions } from "./options.ts"

const GROUPS = ["sources", "tests", "bench.loop", "bench.state"]
const read = (...args: readonly string[]) => readOptions(args, GROUPS)

test("groups are named one by one, by commas, or by what their names begin with", () => {
  expect(read("--only", "sources,tests", "--only", "bench").only).toEqual([
    "sources",
    "tests",
    "bench.loop",
    "bench.state",
  ])
  expect(read().only).toEqual([])
})

test.each([
  [["--onyl", "sources"], 'unknown option --onyl. Did you mean "--only"?'],
  [["--nothing-like-it"], /^unknown option --nothing-like-it; there are --only, --data, /],
  [["--only", "sorces"], '--only: there is no sorces. Did you mean "sources"?'],
  [["--only", ""], /^--only: there is no ; there are sources, tests, /],
  [["--data"], /--data/],
  [["--quick=yes"], /--quick/],
  [["sources"], /sources/],
  [["--check", "--checkout", "."], /^--check compares this checkout/],
  [["--publish", "--quick"], /^--publish writes what this checkout/],
] as const)("%j is refused", (args, message) => {
  expect(() => read(...args)).toThrow(expect.objectContaining({ name: "Misuse" }))
  expect(() => read(...args)).toThrow(message)
})
