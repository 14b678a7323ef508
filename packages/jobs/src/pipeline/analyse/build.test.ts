import { expect, it } from "vitest"
import { faultsOf, type Files, GO, packageJson } from "./analyse.fixture.ts"
import { build } from "./build.ts"

it.each<readonly [what: string, files: Files, faults: readonly RegExp[]]>([
  [
    "TypeScript without a build",
    packageJson({ scripts: { test: "vitest" }, main: "src/app.ts" }),
    [/no script compiles/],
  ],
  [
    "an entry that is not there",
    packageJson({ scripts: {}, main: "lib/app.js" }),
    [/no script compiles/, /names lib\/app\.js/],
  ],
  [
    "no version of Go",
    { ...GO, "go.mod": "module example.com/app\n" },
    [/go\.mod nothing says which version/],
  ],
])("%s", async (_what, files, faults) => {
  const found = await faultsOf(build, files)
  expect(found).toEqual(faults.map((fault): unknown => expect.stringMatching(fault)))
})
