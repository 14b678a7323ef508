import { expect, it } from "vitest"
import { faultsOf, type Files, GO, linesOf, without } from "./analyse.fixture.ts"
import { docs } from "./docs.ts"

it.each<readonly [what: string, files: Files, faults: readonly RegExp[]]>([
  [
    "documentation that is a short README",
    { ...without(GO, "CHANGELOG.md"), "README.md": "# a\n" },
    [/only documentation is a README of 2 lines/, /no changelog/, /contributors/],
  ],
  [
    "links that lead nowhere",
    { ...GO, "docs/a.md": "[b](b.md) [c](../README.md)\n" },
    [/docs\/a\.md:1 links to "b\.md"/],
  ],
  [
    "definitions without a comment",
    { ...GO, "b.go": `package app\n\n${linesOf(9, (at) => `func F${at}() {}\n`)}` },
    [/b\.go:3 1 of 10 public definitions/],
  ],
])("%s", async (_what, files, faults) => {
  const found = await faultsOf(docs, files)
  expect(found).toEqual(faults.map((fault): unknown => expect.stringMatching(fault)))
})
