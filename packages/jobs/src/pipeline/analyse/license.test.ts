import { expect, it } from "vitest"
import { faultsOf, type Files, packageJson, TS, without } from "./analyse.fixture.ts"
import { license } from "./license.ts"

it.each<readonly [what: string, files: Files, faults: readonly RegExp[]]>([
  ["no licence", without(TS, "LICENSE"), [/LICENSE there is no licence file/]],
  [
    "no licence of what is private",
    without(packageJson({ private: true, license: "UNLICENSED" }), "LICENSE"),
    [],
  ],
  [
    "a licence that is named and not there",
    without(packageJson({ private: true }), "LICENSE"),
    [/LICENSE there is no licence file/],
  ],
  [
    "licences that differ",
    packageJson({ license: "Apache-2.0" }),
    [/package\.json:\d+ the manifest says Apache-2\.0, the licence file is MIT/, /LICENSE:1/],
  ],
  [
    "a manifest that names none",
    packageJson({ license: undefined }),
    [/package\.json the manifest names no licence/],
  ],
  [
    "a text that is no licence",
    { ...TS, LICENSE: "All yours.\n" },
    [/LICENSE:1 the text is not a known licence/],
  ],
])("%s", async (_what, files, faults) => {
  const found = await faultsOf(license, files)
  expect(found).toEqual(faults.map((fault): unknown => expect.stringMatching(fault)))
})
