import { InvalidOptionError } from "@proofloop/foundation/errors"
import fc from "fast-check"
import { expect, test } from "vitest"
import { readRepositories } from "./repositories.ts"

test("reads lines with comments, and JSON with everything", () => {
  expect(readRepositories("# ours\nhttps://github.com/a/b\n\n./my shop # the shop\n", "fleet.txt")).toEqual([
    { url: "https://github.com/a/b", base: null, switches: [] },
    { url: "./my shop", base: null, switches: [] },
  ])
  const json = {
    repositories: ["a", { url: "b", switches: ["dry_run"], check: "make", base: "next" }],
  }
  expect(readRepositories(JSON.stringify(json), "fleet.json")).toEqual([
    { url: "a", base: null, switches: [] },
    { url: "b", base: "next", switches: ["dry_run"], check: "make" },
  ])
})

test.each([
  ["a\nb\na\n", "f, line 3: expected each repository once, and a is at f, line 1 too"],
  ["# nothing\n", "f: expected at least one repository"],
  ["[1]", "f, repository 1: expected an address or an object"],
  [
    '[{"url": "a", "swtches": []}]',
    'f, repository 1: expected url, base, switches, check, got the string "swtches". Did you mean "switches"?',
  ],
  ['[{"url": "a", "switches": ["dry-run"]}]', 'Did you mean "dry_run"?'],
  ['[{"url": ""}]', "f, repository 1, url"],
  ["[", "f: expected JSON"],
  ['{"repos": []}', "f: expected a list, or an object with `repositories`"],
])("refuses %j by its place", (text, message) => {
  expect(() => readRepositories(text, "f")).toThrow(message)
})

test("throws nothing but errors of misuse, whatever it is given", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(thrownBy(() => readRepositories(text, "f"))).toSatisfy(
        (thrown: unknown) => thrown === null || thrown instanceof InvalidOptionError,
      )
    }),
  )
})

function thrownBy(work: () => unknown): unknown {
  try {
    work()
    return null
  } catch (error) {
    return error
  }
}
