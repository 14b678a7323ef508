import { expect, it } from "vitest"
import { faultsOf, type Files, PYTHON, TS } from "./analyse.fixture.ts"
import { structure } from "./structure.ts"

it.each<readonly [what: string, files: Files, faults: readonly RegExp[]]>([
  [
    "bytecode",
    { ...PYTHON, "src/app/a.pyc": "x", ".DS_Store": "x" },
    [/\.DS_Store is committed/, /a\.pyc is committed/],
  ],
  [
    "names that differ in case alone",
    { ...TS, "src/App.ts": "", "docs/x.md": "" },
    [/src\/app\.ts differs from src\/App\.ts/],
  ],
  [
    "names that Windows cannot hold",
    { ...TS, "src/a:b.ts": "", "src/aux.ts": "", "src/auxiliary.ts": "" },
    [/a:b\.ts cannot/, /aux\.ts cannot/],
  ],
  [
    "many files at the root",
    { ...TS, ...Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`f${at}.ts`, ""])) },
    [/21 files of code lie at the root/],
  ],
])("%s", async (_what, files, faults) => {
  const found = await faultsOf(structure, files)
  expect(found).toEqual(faults.map((fault): unknown => expect.stringMatching(fault)))
})
