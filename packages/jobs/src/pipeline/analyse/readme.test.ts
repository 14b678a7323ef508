import { expect, it } from "vitest"
import { faultsOf, type Files, GO } from "./analyse.fixture.ts"
import { readme } from "./readme.ts"

it.each<readonly [what: string, files: Files, faults: readonly RegExp[]]>([
  ["a README of one line", { "README.md": "# a\n" }, [/does not say what/, /example/, /install/]],
  [
    "a README behind a long licence",
    { ...GO, "README.md": `<!--\n${"x\n".repeat(60)}-->\n${GO["README.md"]}` },
    [],
  ],
  [
    "a README in rst alone",
    {
      "README.rst":
        "app\n===\n\nIt does one thing and does it well.\n\nInstall\n-------\n\n::\n\n    pip install app\n",
    },
    [],
  ],
])("%s", async (_what, files, faults) => {
  const found = await faultsOf(readme, files)
  expect(found).toEqual(faults.map((fault): unknown => expect.stringMatching(fault)))
})
